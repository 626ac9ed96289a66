// Keeps tags unchanged when remark writes a file: `**[SPEC]**` instead of `**\[SPEC]**`, which other tools do not
// recognise as a tag. Written by `tagdown init`.
const escaped = /^\\(?=\[(?:SPEC|NOTE|BUG|\?)\])/

export default function remarkTagdown() {
  const data = this.data()
  const extensions = data.toMarkdownExtensions || (data.toMarkdownExtensions = [])
  extensions.push({handlers: {text}})
}

function text(node, parent, state, info) {
  const value = state.safe(node.value, info)
  const opens = parent && parent.type === 'strong' && parent.children[0] === node
  return opens ? value.replace(escaped, '') : value
}
