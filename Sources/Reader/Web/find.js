'use strict';
/* Words that are looked for, and words that are copied. */

class FindingReader extends GoingReader {
  // ---- Search

  async search() {
    const words = byId('query').value, list = byId('matches');
    const answer = words.trim() ? await this.data.find(words) : { found: [] };
    this.hits = answer?.found ?? [];
    this.hit = -1;
    byId('found').textContent = !words.trim() ? '' : !this.hits.length ? 'Nothing found'
      : `${answer.more ? 'The first ' : ''}${this.hits.length} match${this.hits.length === 1 ? '' : 'es'}`;
    list.replaceChildren();
    this.listMatches(0);
    this.markAll();
  }

  listMatches(from) {
    const list = byId('matches');
    const chapterOf = hit => hit && this.book.chapters.findLast(chapter => chapter[2] <= hit[0]);
    list.append(...this.hits.slice(from, from + 200).flatMap(([place, , before, words, after, page, isNote], offset) => {
      const link = element('a', { href: '#b=' + place, lang: this.book.lang, dir: 'auto' },
        element('i', { text: [page < 0 ? '' : this.label(page), isNote ? 'note' : ''].filter(part => part).join(' · ') }), '…' + before, element('b', { text: words }), after + '…');
      link.onclick = event => { event.preventDefault(); this.goToHit(from + offset); };
      // where a chapter's first one stands, its title
      const [chapter, last] = [from + offset, from + offset - 1].map(i => chapterOf(this.hits[i]));
      const title = chapter && chapter !== last ? [element('li', { class: 'of', text: chapter[0], lang: this.book.lang, dir: 'auto' })] : [];
      return [...title, element('li', {}, link)];
    }));
    if (from + 200 >= this.hits.length) return;
    const more = element('button', { text: 'More' });
    more.onclick = () => { more.parentElement.remove(); this.listMatches(from + 200); };
    list.append(element('li', {}, more));
  }

  async goToHit(index) {
    if (!this.hits.length) return;
    this.hit = (index + this.hits.length) % this.hits.length;
    for (const [i, item] of [...byId('matches').querySelectorAll('a')].entries()) {
      if (i === this.hit) { item.setAttribute('aria-current', 'true'); item.scrollIntoView({ block: 'nearest' }); }
      else item.removeAttribute('aria-current');
    }
    if (innerWidth <= 760) this.toggle('search', false, true);
    await this.jump({ place: this.hits[this.hit][0], keepsHit: true });
    this.markAll();
  }

  markAll() { for (const half of byId('book').querySelectorAll('.half')) if (half.page) this.mark(half); }

  /** Puts colour behind the matches on a page, the parts of a divided word too. */
  mark(half) {
    const group = half.querySelector('.hits'), { page } = half;
    if (!group) return;
    group.replaceChildren();
    if (!this.hits.length) return;
    page.places ??= new Places(page.text);
    const end = page.start + page.places.byte(page.text.length);
    const near = this.hits.map((hit, i) => [hit, i]).filter(([hit]) => hit[0] < hit[1] && hit[0] < end && hit[1] > page.start);
    if (!near.length) return;
    const words = [...half.querySelectorAll('tspan')].filter(word => word.word.place >= 0);
    // measured when the page is in the document
    requestAnimationFrame(() => {
      // asked for twice before a frame, they are drawn once
      group.replaceChildren();
      for (const [hit, i] of near) {
        const [a, b] = [hit[0] - page.start, hit[1] - page.start].map(byte => page.places.unit(Math.max(byte, 0)));
        for (const word of words) {
          const first = page.places.unit(word.word.place), from = Math.max(a - first, 0), to = Math.min(b - first, word.word.letters.length);
          if (to <= from || !word.isConnected) continue;
          if (word.word.box) {
            const [x, y, w, h] = word.word.box, step = h / word.word.letters.length;
            drawn('rect', { class: i === this.hit ? 'hit now' : 'hit', x, y: y + from * step, width: w, height: (to - from) * step, rx: 1.5 }, group);
            continue;
          }
          const text = word.parentNode, across = text.transform.baseVal.numberOfItems ? text.transform.baseVal[0].matrix : { a: 1, f: 0 };
          const y = across.f || +text.getAttribute('y'), size = +text.getAttribute('font-size');
          let [x0, x1] = [word.getStartPositionOfChar(from).x, word.getEndPositionOfChar(to - 1).x];
          if (x1 < x0) [x0, x1] = [x1, x0];
          drawn('rect', { class: i === this.hit ? 'hit now' : 'hit', x: x0 * across.a - .5, y: y - size * .82,
            width: (x1 - x0) * across.a + 1, height: size * 1.14, rx: 1.5 }, group);
        }
      }
    });
  }

  // ---- Copying

  /** What is selected, as the book has it: no hyphens of line ends, no heads, no folios. */
  selectedText() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0), parts = [];
    let others = '';
    for (const half of byId('book').querySelectorAll('.half')) {
      if (!half.page || !range.intersectsNode(half)) continue;
      const { page } = half;
      let low = Infinity, high = -1;
      for (const word of half.querySelectorAll('tspan')) {
        if (!range.intersectsNode(word)) continue;
        const holds = node => node === word || node === word.firstChild;
        const from = holds(range.startContainer) ? range.startOffset : 0;
        const to = holds(range.endContainer) ? range.endOffset : word.textContent.length;
        if (to <= from) continue;
        const { place, letters: { length }, space, isDivided, kind } = word.word;
        if (place >= 0) {
          page.places ??= new Places(page.text);
          const start = page.places.unit(place);
          low = Math.min(low, start + Math.min(from, length));
          high = Math.max(high, start + Math.min(to, length));
        } else if (kind === 1 || (kind === 0 && page.at !== undefined)) {
          const text = word.textContent.slice(from, to);
          others += isDivided ? text.replace(/-\s*$/, '') : !space && !/[⺀-鿿]$/.test(text) ? text + ' ' : text;
        }
      }
      if (high > low) parts.push([page, low, high]);
    }
    parts.sort((a, b) => a[0].n - b[0].n);
    // between pages stands what the book has there: the end of a paragraph, a space, or nothing within a word
    const gap = ([page, , high], i) => i + 1 === parts.length ? '' : /^\s*$/.test(page.text.slice(high)) ? page.text.slice(high) : '\n';
    return parts.length ? parts.map((part, i) => part[0].text.slice(part[1], part[2]) + gap(part, i)).join('') : others.trim() || null;
  }
}
