// SPDX-License-Identifier: GPL-3.0-or-later
// The review page at work: tables to search and sort, drawings to move and zoom, and a panel with what is behind a
// figure or a thing. Without it the page is read as it stands. It loads nothing and writes nothing but text.
"use strict";
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const made = (tag, text, kind) => {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  const button = (text, act) => {
    const element = made("button", text);
    element.type = "button";
    element.addEventListener("click", act);
    return element;
  };
  const words = document.body.dataset;
  const things = JSON.parse(one("#things").textContent);

  // The panel

  const panel = one("#panel"), panelTitle = one("#panel-title"), panelBody = one("#panel-body");
  let opener = null;
  function showPanel(title, content, from) {
    if (from) opener = from;
    panelTitle.textContent = title;
    panelBody.replaceChildren(...content);
    panelBody.scrollTop = 0;
    if (!panel.open) panel.show();
    if (from) panelTitle.focus({preventScroll: true});
  }
  function closePanel() {
    if (!panel.open) return;
    panel.close();
    if (opener && opener.isConnected) opener.focus({preventScroll: true});
  }
  one("#panel-close").addEventListener("click", closePanel);

  function showFigure(figure, from) {
    const content = Array.from(figure.children).slice(1).map((child) => child.cloneNode(true));
    for (const part of content)
      for (const named of [part, ...all("[id]", part)]) named.removeAttribute("id");
    showPanel(one("summary", figure).textContent, content, from);
  }

  const rowsOf = new Map();
  for (const row of all("tr[data-id]")) {
    if (!rowsOf.has(row.dataset.id)) rowsOf.set(row.dataset.id, []);
    rowsOf.get(row.dataset.id).push(row);
  }
  function goTo(element, mark) {
    document.body.classList.remove("has-contents");
    for (const each of all(".found")) each.classList.remove("found");
    if (mark) element.classList.add("found");
    if (matchMedia("(max-width:40rem)").matches) closePanel();
    element.scrollIntoView({block: "center"});
  }
  function factsOf(row) {
    const table = row.closest("table"), heads = all("thead th,thead td", table), list = made("dl", "", "terms");
    Array.from(row.cells).forEach((cell, index) => {
      if (!cell.textContent.trim() || cell.textContent === things[row.dataset.id]) return;
      const line = made("div");
      line.append(made("dt", heads[index] ? heads[index].textContent : ""), made("dd", cell.textContent));
      list.append(line);
    });
    return list;
  }
  function showThing(id, from) {
    const content = [];
    for (const row of rowsOf.get(id) || []) {
      content.push(made("h3", row.closest(".scroll").getAttribute("aria-label")), factsOf(row),
                   button(words.row, () => goTo(row, true)));
      if (content.length >= 24) break;
    }
    const drawn = drawings.filter((drawing) => drawing.has(id));
    if (drawn.length) content.push(made("h3", words.drawn));
    for (const drawing of drawn)
      content.push(button(drawing.name, () => {
        goTo(drawing.stage, false);
        drawing.look(id);
      }));
    showPanel(things[id], content, from);
  }

  // Tables

  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    if (cell.dataset.v) return Number(cell.dataset.v);
    return cell.textContent.trim();
  }
  const order = new Intl.Collator(document.documentElement.lang, {numeric: true, sensitivity: "base"});
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number" || typeof b === "number") return typeof a === "number" ? -1 : 1;
    if (!a || !b) return a ? -1 : b ? 1 : 0; // blanks last
    return order.compare(a, b);
  }
  function makeTable(table) {
    const bodies = Array.from(table.tBodies).map((body) => ({
      body,
      group: one("tr.group", body),
      lines: Array.from(body.rows).filter((row) => !row.className.match(/group|total/)),
      totals: Array.from(body.rows).filter((row) => row.classList.contains("total")),
    }));
    const heads = all("thead th", table);
    let sorted = null, direction = 0;
    const arrange = () => {
      for (const part of bodies) {
        const lines = part.lines.slice();
        if (direction) {
          const column = sorted.cellIndex;
          const keys = new Map(lines.map((row) => [row, keyOf(row, column)]));
          lines.sort((a, b) => {
            const isBlank = keys.get(a) === "" || keys.get(b) === "";
            return compare(keys.get(a), keys.get(b)) * (isBlank ? 1 : direction);
          });
        }
        part.body.append(...[part.group, ...lines, ...part.totals].filter(Boolean));
      }
      for (const head of heads)
        head.setAttribute("aria-sort", head !== sorted || !direction ? "none" : direction > 0 ? "ascending" : "descending");
    };
    for (const head of heads) {
      const sort = button("", () => {
        direction = sorted === head ? (direction === 1 ? -1 : direction === -1 ? 0 : 1) : 1;
        sorted = head;
        arrange();
      });
      sort.append(...head.childNodes);
      head.append(sort);
      head.setAttribute("aria-sort", "none");
    }
    const tools = table.parentElement.previousElementSibling, field = one("input", tools), state = one("[role=status]", tools);
    const lines = bodies.flatMap((part) => part.lines);
    const texts = new Map(lines.map((row) => [row, plain(row.textContent)]));
    const search = () => {
      const wanted = plain(field.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of lines) {
        const isShown = wanted.every((word) => texts.get(row).includes(word));
        row.classList.toggle("out", !isShown);
        shown += isShown;
      }
      for (const part of bodies) {
        part.body.classList.toggle("out", wanted.length > 0 && part.lines.every((row) => row.classList.contains("out")));
        for (const row of part.totals) row.classList.toggle("out", wanted.length > 0);
      }
      state.textContent = wanted.length ? words.shown.replace("%1", shown).replace("%2", lines.length) : "";
    };
    field.addEventListener("input", search);
    tools.hidden = false;
    return () => {
      field.value = "";
      sorted = null;
      direction = 0;
      search();
      arrange();
    };
  }
  for (const row of all("tr[data-id]")) {
    const cells = Array.from(row.cells), named = (cell) => cell.textContent === things[row.dataset.id];
    const name = cells.find(named) || one("th", row);
    if (!name || name.firstElementChild) continue;
    const open = button("", () => showThing(row.dataset.id, open));
    open.append(...name.childNodes);
    name.append(open);
  }
  const resets = all("table.data").map(makeTable);

  // Drawings

  function makeDrawing(figure) {
    const stage = one(".stage", figure), svg = one("svg", stage), bar = one(".bar", figure);
    const base = svg.viewBox.baseVal, home = {x: base.x, y: base.y, w: base.width, h: base.height};
    const view = {...home};
    const parts = new Map();
    for (const part of all("[data-id]", svg)) {
      if (!things[part.dataset.id] || !rowsOf.has(part.dataset.id)) continue;
      part.classList.add("thing");
      if (!parts.has(part.dataset.id)) parts.set(part.dataset.id, []);
      parts.get(part.dataset.id).push(part);
    }
    const apply = () => {
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
      stage.classList.toggle("moved", view.w < home.w * 0.999);
    };
    const scale = () => Math.max(view.w / svg.clientWidth, view.h / svg.clientHeight);
    const centre = () => ({x: view.x + view.w / 2, y: view.y + view.h / 2});
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return {x: point.x, y: point.y};
    };
    const zoom = (factor, about) => {
      const most = 40, f = Math.min(Math.max(factor, view.w / home.w), (view.w * most) / home.w);
      view.x = about.x - (about.x - view.x) / f;
      view.y = about.y - (about.y - view.y) / f;
      view.w /= f;
      view.h /= f;
      if (view.w > home.w * 0.999) Object.assign(view, home);
      apply();
    };
    const pan = (dx, dy) => {
      view.x = Math.min(Math.max(view.x + dx, home.x - view.w * 0.6), home.x + home.w - view.w * 0.4);
      view.y = Math.min(Math.max(view.y + dy, home.y - view.h * 0.6), home.y + home.h - view.h * 0.4);
      apply();
    };
    const fit = () => {
      Object.assign(view, home);
      apply();
    };
    const whole = (is) => {
      figure.classList.toggle("whole", is);
      one("[data-do=whole]", bar).setAttribute("aria-pressed", is);
    };
    const boxOf = (id) => {
      let box = null;
      for (const part of parts.get(id) || []) {
        if (part.tagName === "text") continue;
        const b = part.getBBox();
        box = box ? {x: Math.min(box.x, b.x), y: Math.min(box.y, b.y), r: Math.max(box.r, b.x + b.width), b: Math.max(box.b, b.y + b.height)}
                  : {x: b.x, y: b.y, r: b.x + b.width, b: b.y + b.height};
      }
      return box;
    };
    const mark = (id) => {
      for (const old of all(".mark")) old.remove();
      const box = boxOf(id);
      if (!box) return null;
      const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      frame.setAttribute("class", "mark");
      frame.setAttribute("x", box.x);
      frame.setAttribute("y", box.y);
      frame.setAttribute("width", box.r - box.x);
      frame.setAttribute("height", box.b - box.y);
      svg.append(frame);
      return box;
    };
    const look = (id) => {
      const box = mark(id);
      if (!box) return;
      const size = Math.max((box.r - box.x) * 5, ((box.b - box.y) * 5 * home.w) / home.h, home.w / 12);
      view.w = Math.min(home.w, size);
      view.h = (view.w * home.h) / home.w;
      view.x = (box.x + box.r) / 2 - view.w / 2;
      view.y = (box.y + box.b) / 2 - view.h / 2;
      apply();
    };
    const acts = {
      in: () => zoom(1.5, centre()),
      out: () => zoom(1 / 1.5, centre()),
      fit,
      whole: () => whole(!figure.classList.contains("whole")),
    };
    for (const control of all("[data-do]", bar)) control.addEventListener("click", acts[control.dataset.do]);
    one("[data-do=whole]", bar).setAttribute("aria-pressed", "false");

    const list = one("select", bar);
    const named = Array.from(parts.keys()).sort((a, b) => order.compare(things[a], things[b]));
    list.append(new Option(words.choose, ""), ...named.map((id) => new Option(things[id], id)));
    list.addEventListener("change", () => {
      if (!list.value) return;
      look(list.value);
      showThing(list.value, null);
      opener = list;
    });
    one(".find", bar).hidden = !named.length;
    bar.hidden = false;

    stage.addEventListener("keydown", (event) => {
      const step = view.w / 8;
      const keys = {
        ArrowLeft: () => pan(-step, 0), ArrowRight: () => pan(step, 0), ArrowUp: () => pan(0, -step),
        ArrowDown: () => pan(0, step), "+": acts.in, "=": acts.in, "-": acts.out, "0": fit,
      };
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !figure.classList.contains("whole")) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), at(event));
    }, {passive: false});

    const pointers = new Map();
    let travelled = 0, apart = 0;
    stage.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (!pointers.size) travelled = 0;
      pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      apart = 0;
    });
    stage.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (!last) {
        const part = event.target.closest ? event.target.closest("[data-id]") : null;
        stage.title = part && parts.has(part.dataset.id) ? things[part.dataset.id] : "";
        return;
      }
      const dx = event.clientX - last.x, dy = event.clientY - last.y;
      pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      travelled += Math.abs(dx) + Math.abs(dy);
      if (travelled > 4 && !stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      if (pointers.size === 2) {
        const [a, b] = Array.from(pointers.values()), now = Math.hypot(a.x - b.x, a.y - b.y);
        if (apart) zoom(now / apart, at({clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2}));
        apart = now;
      } else if (travelled > 4 && (event.pointerType === "mouse" || view.w < home.w || figure.classList.contains("whole"))) {
        pan(-dx * scale(), -dy * scale());
      }
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      stage.addEventListener(end, (event) => pointers.delete(event.pointerId));
    svg.addEventListener("click", (event) => {
      const part = event.target.closest("[data-id]");
      if (travelled > 4 || !part || !parts.has(part.dataset.id)) return;
      mark(part.dataset.id);
      showThing(part.dataset.id, stage);
    });
    return {stage, look, fit, whole, has: (id) => parts.has(id), name: svg.getAttribute("aria-label")};
  }
  const drawings = all("figure.drawing").map(makeDrawing);

  // The page

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    document.body.classList.remove("has-contents");
    const target = document.getElementById(link.getAttribute("href").slice(1));
    if (target && target.matches("details.figure")) {
      event.preventDefault();
      showFigure(target, panel.contains(link) ? opener : link);
    }
  });
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const figure = target && target.closest("details");
    if (figure) figure.open = true;
  };
  addEventListener("hashchange", open);
  open();
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const wide = drawings.find((drawing) => drawing.stage.closest(".whole"));
    if (panel.open) closePanel();
    else if (wide) wide.whole(false);
    else document.body.classList.remove("has-contents");
    menu.setAttribute("aria-expanded", document.body.classList.contains("has-contents"));
  });
  const menu = one("#menu"), print = one("#print");
  menu.hidden = print.hidden = false;
  menu.addEventListener("click", () => {
    menu.setAttribute("aria-expanded", document.body.classList.toggle("has-contents"));
  });
  print.addEventListener("click", () => window.print());
  addEventListener("beforeprint", () => {
    closePanel();
    for (const reset of resets) reset();
    for (const drawing of drawings) {
      drawing.whole(false);
      drawing.fit();
    }
  });
  const inContents = new Map(all("#contents a").map((link) => [link.getAttribute("href").slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || !inContents.has(entry.target.id)) continue;
      for (const link of inContents.values()) link.removeAttribute("aria-current");
      inContents.get(entry.target.id).setAttribute("aria-current", "true");
    }
  }, {rootMargin: "-15% 0px -75% 0px"});
  for (const section of all("main section[id]")) seen.observe(section);
})();
