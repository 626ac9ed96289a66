"use strict";
(() => {
  const root = document.documentElement;
  const kept = () => { try { return localStorage.getItem("tagdown-theme"); } catch { return null; } };
  const keep = (value) => { try { localStorage.setItem("tagdown-theme", value); } catch { /* no storage available */ } };
  if (["light", "dark"].includes(kept())) root.dataset.theme = kept();

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("td-theme");
    const night = matchMedia("(prefers-color-scheme: dark)");
    const other = () => ((root.dataset.theme || (night.matches ? "dark" : "light")) === "dark" ? "light" : "dark");
    const name = () => button.setAttribute("aria-label", "Switch to " + other() + " theme");
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = other();
      keep(root.dataset.theme);
      name();
    });
    name();

    const search = document.getElementById("td-search");
    const found = document.getElementById("td-found");
    const folders = [...document.querySelectorAll(".folder")];
    const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    const pages = folders.map((folder) => [...folder.querySelectorAll("li")].map((item) => ({
      item, words: fold(item.dataset.title + " " + item.dataset.path),
    })));
    const look = () => {
      const wanted = fold(search.value).split(/\s+/).filter(Boolean);
      let count = 0;
      folders.forEach((folder, index) => {
        const shown = pages[index].filter(({ item, words }) => {
          item.hidden = !wanted.every((word) => words.includes(word));
          return !item.hidden;
        });
        folder.hidden = shown.length === 0;
        count += shown.length;
      });
      found.textContent = wanted.length ? count + (count === 1 ? " page" : " pages") + " found" : "";
    };
    search.closest("p").hidden = false;
    search.addEventListener("input", look);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { search.value = ""; look(); }
      const first = document.querySelector(".folder li:not([hidden]) a");
      if (event.key === "Enter" && first && search.value) first.click();
    });
    look();
  });
})();
