"use strict";
(() => {
  const root = document.documentElement;
  const keep = (name, value) => { try { localStorage.setItem("tagdown-" + name, value); } catch { /* no storage available */ } };
  const kept = (name) => { try { return localStorage.getItem("tagdown-" + name); } catch { return null; } };
  const themes = ["light", "dark"];
  if (themes.includes(kept("theme"))) root.dataset.theme = kept("theme");

  const setUpTheme = () => {
    const button = document.getElementById("td-theme");
    const night = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => root.dataset.theme || (night.matches ? "dark" : "light");
    const other = () => (theme() === "dark" ? "light" : "dark");
    const name = () => button.setAttribute("aria-label", "Switch to " + other() + " theme");
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = other();
      keep("theme", root.dataset.theme);
      name();
    });
    night.addEventListener("change", name);
    name();
  };

  const setUpViews = () => {
    const group = document.getElementById("td-views");
    const buttons = [...group.querySelectorAll("button")];
    const show = (view) => {
      root.dataset.view = view;
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.value === view)));
    };
    const follow = () => {
      let target = null;
      try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { /* no such target */ }
      if (!target) return;
      const fold = target.closest("details:not([open])");
      if (fold) fold.open = true;
      if (target.getClientRects().length === 0) show("all");
      target.scrollIntoView();
    };
    group.hidden = false;
    buttons.forEach((button) => button.addEventListener("click", () => {
      show(button.value);
      keep("view", button.value);
    }));
    show(kept("view") === "ai" ? "ai" : "all");
    addEventListener("hashchange", follow);
    if (location.hash) follow();
  };

  const setUpContents = () => {
    const contents = document.getElementById("td-contents");
    if (!contents) return;
    const wide = matchMedia("(min-width: 1080px)");
    const fold = () => { contents.open = wide.matches; };
    wide.addEventListener("change", fold);
    fold();
    const links = [...contents.querySelectorAll("a")];
    const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    let waits = false;
    const mark = () => {
      waits = false;
      let last = -1;
      targets.forEach((target, index) => {
        if (target && target.getClientRects().length && target.getBoundingClientRect().top < 140) last = index;
      });
      links.forEach((link, index) => {
        if (index === last) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      });
    };
    addEventListener("scroll", () => {
      if (!waits) requestAnimationFrame(mark);
      waits = true;
    }, { passive: true });
    mark();
  };

  addEventListener("DOMContentLoaded", () => {
    setUpTheme();
    setUpContents();
    setUpViews();
  });
})();
