"""Makes the documents that `bench/instructions` and `bench/run` measure: tagged pages with about ten findings each, pages
without tags, and large files. All text is made up. The same number always gives the same text, on every version of Python."""

NOUNS = """broker cache client cluster collector console controller cursor dashboard database deployment device driver endpoint engine
exporter gateway handler importer index journal ledger listener mailbox message monitor parser partition pipeline planner plugin
pool proxy queue reader record registry replica request resolver response router runner scheduler schema segment sender server
session shard snapshot socket store stream table tenant thread token tracker upload validator volume watcher worker writer""".split()
ADJECTIVES = """active archived broken compressed current delayed empty encrypted expired failed first full idle incremental invalid
large local locked missing nested new old open optional partial pending primary public read-only remote second shared small stale
temporary unknown unused valid whole""".split()
VERBS = """accepts batches blocks closes compares confirms copies counts deletes drops encrypts evicts exports fetches flushes forwards
imports keeps loads locks logs measures merges moves opens parses polls prunes queues reads rebuilds records refuses rejects
releases reloads removes renames replays resends resets restarts retries rotates routes saves scans sends signs skips sorts splits
starts stops stores streams trims validates verifies waits-for wraps writes""".replace("-for", "").split()
UNITS = ["ms", "s", "minutes", "KB", "MB", "GB", "requests", "rows", "%"]
LANGUAGES = ["sh", "json", "python", "yaml", "rust", "toml", "sql", "js"]


class Dice:
    """Pseudorandom numbers that do not depend on the version of Python."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 88172645463325252) & (2**64 - 1)

    def below(self, limit):
        self.state ^= (self.state << 13) & (2**64 - 1)
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) & (2**64 - 1)
        return (self.state >> 11) % limit

    def one_of(self, items):
        return items[self.below(len(items))]

    def chance(self, percent):
        return self.below(100) < percent


class Writer:
    """Writes sentences about things that do not exist."""

    def __init__(self, seed):
        self.dice = Dice(seed)

    def noun(self):
        return self.dice.one_of(NOUNS)

    def thing(self):
        return f"{self.dice.one_of(ADJECTIVES)} {self.noun()}" if self.dice.chance(50) else self.noun()

    def verb(self):
        return self.dice.one_of(VERBS)

    def name(self):
        form = self.dice.below(4)
        one, two = self.noun(), self.noun()
        return [f"{one}_{two}", f"{one}.{two}", f"--{one}-{two}", f"{one.upper()}_{two.upper()}"][form]

    def amount(self):
        return f"{(self.dice.below(40) + 1) * self.dice.one_of([1, 5, 10, 100])} {self.dice.one_of(UNITS)}"

    def fact(self):
        return self.dice.one_of([
            lambda: f"The {self.thing()} {self.verb()} the {self.thing()} after {self.amount()}.",
            lambda: f"`{self.name()}` defaults to {self.amount()}.",
            lambda: f"A {self.thing()} above {self.amount()} is refused with `{400 + self.dice.below(30)}`.",
            lambda: f"The {self.noun()} {self.verb()} at most {self.amount()} per {self.noun()}; set `{self.name()}` to change it.",
            lambda: f"`GET /{self.noun()}s/{{id}}` returns the {self.thing()} as JSON.",
            lambda: f"Each {self.noun()} has one {self.thing()} and no {self.thing()}.",
            lambda: f"The {self.noun()} {self.verb()} every {self.noun()} before the {self.thing()} {self.verb()} it.",
        ])()

    def story(self):
        return self.dice.one_of([
            lambda: f"We chose this because the {self.thing()} was hard to explain to new people, and the {self.noun()} rarely {self.verb()} anything.",
            lambda: f"The {self.noun()} is like a librarian who {self.verb()} a {self.thing()} and then forgets who asked for it.",
            lambda: f"In the first version, the {self.thing()} was written by hand, which nobody liked.",
            lambda: f"It helps to think of the {self.noun()} as a river: what the {self.noun()} {self.verb()} upstream arrives later.",
            lambda: f"Most teams never change this, and [the {self.noun()} guide](#{self.noun()}) tells more about the {self.thing()}.",
            lambda: f"The reason is *historical*: a {self.thing()} once had to survive a move between two {self.noun()}s.",
        ])()

    def flawed(self):
        """A sentence that a rule for SPEC blocks reports."""
        return self.dice.one_of([
            lambda: f"Note that the {self.thing()} {self.verb()} the {self.noun()}.",
            lambda: f"The {self.noun()} probably {self.verb()} the {self.thing()}.",
            lambda: f"As described above, the {self.noun()} {self.verb()} it.",
            lambda: f"You should usually set `{self.name()}` to a smaller value.",
            lambda: f"In earlier versions, the {self.noun()} was a {self.thing()}; we changed it in March.",
            lambda: f"{self.fact()} {self.fact()} {self.fact()} {self.fact()}",
        ])()

    def heading(self):
        return f"{self.thing()} {self.noun()}".capitalize()

    def items(self, count, flaws):
        made = (self.flawed() if self.dice.chance(flaws) else self.fact() for _ in range(count))
        return "".join(f"- {sentence}\n" for sentence in made)

    def table(self):
        rows = "".join(f"| `{self.name()}` | {self.amount()} | the {self.thing()} that {self.verb()} |\n" for _ in range(2 + self.dice.below(5)))
        return f"| key | default | meaning |\n|---|---|---|\n{rows}"

    def code(self):
        language = self.dice.one_of(LANGUAGES)
        one, two, amount = self.noun(), self.noun(), self.dice.below(900)
        lines = {
            "sh": f"{one} run --{two} {amount} | grep '{two}'\nif [ -f \"${one.upper()}\" ]; then echo done; fi",
            "json": f'{{"{one}": {{"{two}": {amount}, "names": ["{two}", null, true]}}}}',
            "python": f"def {one}({two}, limit={amount}):\n    # Keeps the order.\n    return [item for item in {two} if item.size > limit]",
            "yaml": f"{one}:\n  {two}: {amount}\n  names: [{two}, 'other']  # sorted",
            "rust": f'fn {one}({two}: &str) -> Option<u64> {{\n    let value = {two}.parse::<u64>().ok()?;\n    (value > {amount}).then_some(value) // in bytes\n}}',
            "toml": f'[{one}]\n{two} = {amount}\nname = "{two}"',
            "sql": f"SELECT id, {two} FROM {one} WHERE size > {amount} ORDER BY {two} LIMIT 10;",
            "js": f"const {one} = async ({two}) => {{\n  const answer = await fetch(`/{two}/${{{two}.id}}`);\n  return answer.ok ? {amount} : null;\n}};",
        }[language]
        return f"```{language}\n{lines}\n```\n"

    def bug(self):
        title = f"The {self.noun()} {self.verb()} the {self.thing()}"
        fields = [
            f"Symptom: the {self.thing()} stops after {self.amount()} and logs `{self.name()}`.",
            f"Cause: the {self.noun()} {self.verb()} the {self.thing()} twice.",
            f"Fix: set `{self.name()}` to {self.amount()}, or update to 2.{self.dice.below(20)}.",
        ]
        if self.dice.chance(15):
            fields.pop(self.dice.below(3))
        return f"**[BUG] {title}**\n" + "\n".join(fields) + "\n"

    def paragraph(self, sentences, facts):
        words = " ".join(self.fact() if self.dice.chance(facts) else self.story() for _ in range(sentences)).split(" ")
        lines, line = [], ""
        for word in words:
            if len(line) + len(word) > 100:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        return "\n".join([*lines, line]) + "\n"

    def tagged_section(self):
        text = f"## {self.heading()}\n\n"
        tag = "[SPEC]" if self.dice.chance(4) else "**[SPEC]**"
        text += f"{tag}\n{self.items(3 + self.dice.below(5), 12)}\n"
        if self.dice.chance(30):
            text += f"{self.table()}\n"
        if self.dice.chance(35):
            text += f"{self.code()}\n"
        if self.dice.chance(25):
            text += f"### {self.heading()}\n\n{self.items(2 + self.dice.below(3), 8)}\n"
        if self.dice.chance(60):
            gap = " " if self.dice.chance(10) else "\n"
            text += f"**[NOTE]**{gap}{self.paragraph(2 + self.dice.below(4), 12)}\n"
        if self.dice.chance(25):
            text += f"{self.bug()}\n"
        if self.dice.chance(12):
            text += f"**[?]**\nThe {self.thing()} may be slow after {self.amount()}. Seen once, not reproduced.\n\n"
        return text

    def tagged(self, size):
        """A tagged page of about `size` bytes."""
        text = f"# {self.heading()}\n**Version {self.dice.below(9)}.{self.dice.below(9)}.0** · 2026-03-01 · HADS 1.0.0\n\n---\n\n"
        if self.dice.chance(80):
            text += "## AI READING INSTRUCTION\n\nRead `[SPEC]` and `[BUG]` blocks for facts. Skip `[NOTE]` if short of tokens.\n\n---\n\n"
        while len(text) < size:
            text += self.tagged_section()
        return text

    def untagged(self, size):
        """A page of about `size` bytes without tags."""
        text = f"# {self.heading()}\n\n{self.paragraph(3, 20)}\n"
        while len(text) < size:
            text += f"## {self.heading()}\n\n{self.paragraph(2 + self.dice.below(4), 40)}\n"
            part = self.dice.below(5)
            if part == 0:
                text += f"{self.table()}\n"
            elif part == 1:
                text += f"{self.code()}\n"
            elif part < 4:
                text += f"{self.items(3 + self.dice.below(5), 10)}\n"
            else:
                text += f"> {self.story()}\n\n1. {self.fact()}\n2. {self.fact()}\n   - {self.fact()}\n\n"
        return text


def write_pages(folder, count, size, form, seed=0):
    """Writes `count` pages of about `size` bytes; `form` is `tagged` or `untagged`. Returns their bytes."""
    total = 0
    for number in range(count):
        text = getattr(Writer(seed + number), form)(size * (50 + number * 37 % 100) // 100)
        path = folder / f"part-{number // 50:03}" / f"page-{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        total += len(text.encode())
    return total
