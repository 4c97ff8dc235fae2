'use strict';
/* The outline: where chapters stand, and what becomes of a heading that is drawn to another level. */

class Outline {
  constructor(studio) { this.studio = studio; }

  static kinds = ['part', 'chapter', 'section'];
  /** Width of a level, in the outline and under the hand. */
  static step = 22;

  /** Parts and chapters, and the headings below them. */
  entries(chapters, sections) {
    const { bench, data } = this.studio, known = new Set(chapters.map(chapter => chapter[2]));
    const all = [...chapters, ...sections.filter(([, , place]) => !known.has(place)).map(([title, level, place]) => [title, level, place, -1])].sort((a, b) => a[2] - b[2]);
    const top = Math.min(...all.map(entry => entry[1]));
    return all.map(([title, level, place, page]) => {
      const entry = element('button', { class: 'entry outlined', title: 'Draw it sideways for another level', 'aria-description': 'Alt and arrows change its level, Delete makes it text' },
        element('span', { text: title, lang: bench.book.lang, dir: 'auto' }), element('span', { text: page < 0 ? '' : bench.label(page) }));
      if (level > top) entry.classList.add(level > top + 1 ? 'deeper' : 'deep');
      entry.onclick = async () => {
        if (entry.wasDragged) return;
        const n = await data.pageAt(place);
        if (n !== null) bench.show(n);
      };
      entry.onkeydown = event => {
        const steps = event.altKey ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : 0;
        if (event.key === 'Delete') this.change(place, 'prose');
        else if (steps) this.move(place, steps);
        else return;
        event.preventDefault();
        event.stopPropagation();
      };
      this.watch(entry, place);
      return entry;
    });
  }

  /** Drawn to the right it is lower, to the left higher. */
  watch(entry, place) {
    let from = null, steps = 0;
    entry.onpointerdown = event => { if (event.button === 0) [from, steps, entry.wasDragged] = [event.clientX, 0, false]; };
    entry.onpointermove = event => {
      if (from === null) return;
      const across = event.clientX - from;
      if (!entry.wasDragged && Math.abs(across) < 8) return;
      if (!entry.wasDragged) { entry.wasDragged = true; entry.setPointerCapture(event.pointerId); entry.classList.add('dragged'); }
      steps = Math.max(Math.min(Math.round(across / Outline.step), 2), -2);
      entry.style.transform = `translateX(${steps * Outline.step}px)`;
    };
    const end = isKept => () => {
      if (from === null) return;
      from = null;
      entry.classList.remove('dragged');
      entry.style.transform = '';
      if (isKept && steps) this.move(place, steps);
    };
    entry.onpointerup = end(true);
    entry.onpointercancel = end(false);
  }

  async move(place, steps) {
    const found = await this.studio.data.at(place);
    const now = { part: 0, chapter: 1, heading: 2 }[found?.kind];
    if (now === undefined) return;
    const wanted = Math.max(Math.min(now + steps, 2), 0);
    if (wanted !== now) this.change(place, Outline.kinds[wanted], found);
  }

  /** Says what a heading is; the focus stays with it. */
  async change(place, kind, found) {
    found ??= await this.studio.data.at(place);
    if (!found?.hints) return this.studio.tell('It has no words to be called by: the manuscript itself is changed.', true);
    const index = [...document.querySelectorAll('#structure .outlined')].indexOf(document.activeElement);
    await this.studio.say(found, kind);
    if (index >= 0) this.wantsFocus = index;
  }

  /** After it has been drawn anew. */
  restoreFocus() {
    if (this.wantsFocus === undefined) return;
    const all = document.querySelectorAll('#structure .outlined');
    all[Math.min(this.wantsFocus, all.length - 1)]?.focus();
    this.wantsFocus = undefined;
  }
}
