'use strict';
/* Check, download, structure: what is found, made and put right. */

/** What a command said that failed, without the signs of a terminal. */
function faults({ messages } = { messages: [] }) {
  return messages.filter(text => !/ (warning|note): /.test(text)).slice(0, 6).map(text => text.trim().replace(/^(\S+: )?(error|help): /, ''));
}

class Tasks {
  constructor(studio) {
    this.studio = studio;
    this.running = new Map;
  }

  /** What blocks are called. */
  static names = { paragraph: 'prose', speech: 'a speech', letter: 'a letter', list: 'a list', table: 'a table', preformatted: 'lines as typed', sceneBreak: 'a scene break', heading: 'a heading',
    chapter: 'a chapter', part: 'a part', quotation: 'a quotation', figure: 'a picture', callout: 'a call-out' };

  // ---- Jobs

  /** Begins a job and follows it to its end. */
  async run(values, { onProgress = () => {} } = {}) {
    let job = await this.studio.data.begin(values);
    if (!job?.id) return null;
    return this.follow(job, onProgress);
  }

  async follow(job, onProgress) {
    for (let rest = 60; job && job.state === 'running'; rest = Math.min(rest * 1.3, 500)) {
      onProgress(job);
      await new Promise(done => setTimeout(done, rest));
      job = await this.studio.data.job(job.id);
    }
    if (job) onProgress(job);
    return job;
  }

  static size(bytes) { return bytes > 1e6 ? (bytes / 1e6).toFixed(1) + ' MB' : Math.ceil(bytes / 1000) + ' KB'; }

  // ---- Check

  buildCheck() {
    const names = { kdp: 'Amazon KDP', ingram: 'IngramSpark', lulu: 'Lulu', bookvault: 'BookVault' };
    const printer = element('select', { id: 'printer', 'aria-label': 'Printer' }, ...this.studio.looks.options.printers.map(key => element('option', { value: key, text: names[key] ?? key })));
    const begin = element('button', { id: 'check', class: 'chief wide', text: 'Check the book' });
    const state = element('p', { class: 'quiet', id: 'check-state', role: 'status', text: 'The book is made as it is, and held against the printer’s own rules.' });
    const findings = element('div', { id: 'findings' });
    byId('right').replaceChildren(element('h2', { text: 'Check' }), element('label', { class: 'field' }, element('span', { class: 'label', text: 'Printer' }), printer), begin, state, findings,
      element('div', { id: 'noticed' }));
    begin.onclick = () => this.check();
    const asked = this.studio.looks.value('for').split(',')[0];
    if (names[asked]) [printer.value, printer.dataset.chosen] = [asked, '1'];
    printer.onchange = () => { printer.dataset.chosen = '1'; this.check(); };
  }

  async check() {
    const begin = byId('check'), state = byId('check-state'), ticket = this.checking = {};
    begin.disabled = true;
    const job = await this.run({ kind: 'check', for: byId('printer').value }, {
      onProgress: job => { if (this.checking === ticket) state.textContent = job.progress ? `Making the book: ${job.progress} %` : 'Making the book …'; } });
    if (this.checking !== ticket) return;
    begin.disabled = false;
    this.tellFindings(job);
  }

  /** What was found, the worst first. */
  tellFindings(job) {
    const state = byId('check-state'), list = byId('findings');
    if (!job?.report) {
      state.textContent = 'The book could not be checked.';
      list.replaceChildren(...(job?.messages ?? []).slice(0, 8).map(text => element('p', { class: 'finding must', text })));
      return;
    }
    const { findings, pages } = job.report, must = findings.filter(f => f.severity === 'error'), look = findings.filter(f => f.severity === 'warning');
    state.textContent = must.length ? `${must.length} to mend, ${look.length} to look at, on ${pages} pages`
      : look.length ? `Nothing to mend; ${look.length} to look at, on ${pages} pages` : `All is well on ${pages} pages.`;
    byId('right').classList.toggle('well', !must.length);
    // who knows better may have it all the same
    const make = document.querySelector('#download [data-kind=interior] button.chief');
    if (make) make.textContent = must.length ? 'Make anyway' : 'Make';
    const badge = byId('badge');
    badge.hidden = false;
    badge.textContent = must.length || look.length || '✓';
    badge.className = must.length ? '' : look.length ? 'look' : 'well';
    this.studio.mark('must', must.flatMap(finding => finding.pages.length > 8 ? [] : finding.pages.map(n => n - 1)));
    list.replaceChildren(...[...must, ...look].map(finding => this.finding(finding)));
  }

  finding(finding) {
    const made = element('div', { class: `finding ${finding.severity === 'error' ? 'must' : 'look'}` }, element('p', { text: finding.message[0].toUpperCase() + finding.message.slice(1) }));
    if (finding.pages.length) {
      made.append(element('p', { class: 'pages' }, ...finding.pages.slice(0, 8).map(n => {
        const link = element('button', { class: 'plain link', text: 'p. ' + (this.studio.bench.label(n - 1) ?? n) });
        link.onclick = () => this.studio.bench.show(n - 1);
        return link;
      }), finding.pages.length > 8 ? element('span', { text: `and ${finding.pages.length - 8} more` }) : ''));
    }
    if (finding.required) made.append(element('p', { class: 'quiet', text: `Found: ${finding.measured}. Asked for: ${finding.required}.` }));
    const cure = this.cure(finding);
    if (cure) {
      const mend = element('button', { class: 'mend', text: 'Mend' });
      mend.onclick = async () => {
        mend.disabled = true;
        if (await this.studio.set(cure)) this.check();
      };
      made.append(element('div', { class: 'line' }, mend, element('span', { class: 'quiet', text: 'sets ' + Object.entries(cure).map(([key, value]) => `${key}: ${value}`).join(', ') })));
    } else if (finding.help) made.append(element('p', { class: 'quiet', text: finding.help }));
    made.append(element('p', { class: 'source', text: `${finding.source}, read ${finding.read}` }));
    return made;
  }

  /** What is noticed without a PDF, those of one kind together. */
  async tellNoticed() {
    const said = await this.studio.data.warnings();
    this.yielded = said?.yielded ?? [];
    this.studio.mark('look', this.yielded.map(({ page }) => page ?? -1));
    const found = said?.warnings ?? [], kinds = Map.groupBy ? Map.groupBy(found, item => item.code) : new Map;
    if (!Map.groupBy) for (const item of found) kinds.set(item.code, [...kinds.get(item.code) ?? [], item]);
    byId('noticed')?.replaceChildren(...this.pagesThatYielded(said?.yielded ?? []), ...found.length ? [element('h2', { text: 'Noticed' })] : [], ...[...kinds.values()].map(items => {
      const [first] = items, made = element('div', { class: 'finding note' }, element('p', { text: first.message }));
      const places = items.filter(item => item.place !== undefined).slice(0, 8);
      if (items.length > 1) made.append(element('p', { class: 'quiet', text: `${items.length} of this kind` }));
      if (places.length) made.append(element('p', { class: 'pages' }, ...places.map((item, i) => {
        const link = element('button', { class: 'plain link', text: places.length > 1 ? String(i + 1) : 'show', 'aria-label': `Show place ${i + 1}` });
        link.onclick = async () => { const n = await this.studio.data.pageAt(item.place); if (n !== null) this.studio.bench.show(n); };
        return link;
      })));
      if (first.line) made.append(element('p', { class: 'quiet', text: `line ${first.line} of the manuscript` }));
      if (first.help) made.append(element('p', { class: 'quiet', text: first.help }));
      const key = /--([a-z-]+)/.exec(first.help ?? '')?.[1];
      if (key && (this.studio.looks.row(key) || document.querySelector(`#facts [data-fact="${key}"]`))) {
        const set = element('button', { class: 'plain link', text: 'Set it here', 'aria-description': key });
        set.onclick = () => this.studio.showSetting(key);
        made.append(set);
      }
      return made;
    }));
  }

  /** Pages that had to yield something, each a way to where it is. */
  pagesThatYielded(found) {
    const names = { widow: 'widow', orphan: 'orphan', 'uneven-spread': 'short page', 'short-end': 'few lines at a chapter’s end', 'few-under-heading': 'few lines under a heading',
      'broken-keep': 'parted block', 'parted-stanza': 'parted stanza', 'loose-line': 'loose line', 'short-line': 'short line', 'hint-failed': 'cannot be mended so' };
    if (!found.length) return [];
    return [element('h2', { text: 'Pages to look at' }), element('div', { id: 'yielded' }, ...found.slice(0, 60).map(({ code, message, page, place }) => {
      const entry = element('button', { class: 'entry', title: message ?? '' }, element('span', { text: names[code] ?? code }),
        element('span', { text: page === undefined ? '' : this.studio.bench.label(page) }));
      entry.onclick = async () => { const n = page ?? await this.studio.data.pageAt(place); if (n !== null) this.studio.bench.show(n); };
      return entry;
    }))];
  }

  /** The option that cures a finding, where its help names one with a value. */
  cure({ help, measured, required }) {
    const looks = this.studio.looks, named = /--([a-z-]+) ([A-Za-z0-9.]+)/.exec(help ?? '');
    if (named && looks.row(named[1]) && !looks.row(named[1]).locked) {
      // by the page count, where that is offered: it stays right when the book grows
      return help.includes('--inside auto') ? { inside: 'auto' } : { [named[1]]: named[2] };
    }
    const side = /wider --(inside|outside|top|bottom)/.exec(help ?? '')?.[1], row = side && looks.row(side);
    const [is, wanted] = [measured, required].map(text => parseFloat(text));
    if (!row || row.locked || !/mm$/.test(row.value) || !(wanted > is)) return null;
    return { [side]: Math.ceil((parseFloat(row.value) + (wanted - is) * 25.4 + .3) * 2) / 2 + 'mm' };
  }

  // ---- Download

  buildDownload() {
    const select = (label, pairs) => { const made = element('select', { 'aria-label': label }, ...pairs.map(([value, text]) => element('option', { value, text }))); return made; };
    const form = select('Form', [['', 'as chosen'], ['target=screen', 'for screens'], ['target=print', 'for print'], ['pdf=x-1a', 'PDF/X-1a'], ['pdf=x-4', 'PDF/X-4']]);
    const sheet = select('Sheet', [['a4', 'A4 sheets'], ['letter', 'Letter sheets'], ['a3', 'A3 sheets']]);
    const scale = select('Scale', [['', 'smaller if need be'], ['1', 'true size']]);
    const sheets = { a4: [841.9, 595.3], letter: [792, 612], a3: [1190.6, 841.9] };
    const fits = () => { const { w, h } = this.studio.bench.book, [width, height] = sheets[sheet.value]; return 2 * w <= width && h <= height; };
    const item = (kind, name, about, values, ...controls) => {
      const make = element('button', { class: 'chief', text: 'Make' }), state = element('div', { class: 'job', role: 'status' });
      make.onclick = () => this.make({ kind, ...values() }, state, make);
      return element('section', { class: 'item', 'data-kind': kind }, element('h3', { text: name }), element('p', { class: 'quiet', text: about }),
        make, ...controls.length ? [element('div', { class: 'line' }, ...controls)] : [], ...kind === 'cover' ? [this.cover.more] : [], state);
    };
    this.cover = new Cover(this.studio);
    byId('download').replaceChildren(
      item('interior', 'Interior', 'The pages, as a PDF.', () => { const [key, value] = form.value.split('='); return key ? { [key]: value } : {}; }, form),
      item('cover', 'Cover', 'Back, spine and front on one sheet, as wide as the book is thick.', () => this.cover.values(), ...this.cover.controls),
      item('booklet', 'Booklet', 'Sheets to print on both sides, fold and staple.', () => ({ sheet: sheet.value, scale: scale.value || (fits() ? '1' : 'fit') }), sheet, scale),
      item('site', 'Web book', 'Files with pages that turn, for any browser and any web server, in one ZIP.', () => ({})),
      element('section', { class: 'item', 'data-kind': 'project' }, element('h3', { text: 'Project' }),
        element('p', { class: 'quiet', text: 'The manuscript with all that was chosen, to keep, to send, or to go on elsewhere.' }),
        element('a', { class: 'chief', href: this.studio.data.base + 'project', download: '', text: 'Save' })));
  }

  async make(values, state, button) {
    button.disabled = true;
    const bar = element('i'), cancel = element('button', { class: 'plain link', text: 'Cancel' });
    let id = null;
    cancel.onclick = () => { if (id) this.studio.data.cancel(id); };
    state.replaceChildren(element('span', { class: 'bar' }, bar), cancel);
    const job = await this.run(values, { onProgress: job => { id = job.id; bar.style.width = job.progress + '%'; } });
    button.disabled = false;
    if (job?.state === 'done') {
      const link = element('a', { href: `${this.studio.data.base}job/${job.id}/file`, download: job.name, text: job.name });
      state.replaceChildren(link, element('span', { class: 'quiet', text: ' ' + Tasks.size(job.size ?? 0) }));
      link.click();
    } else if (job?.state === 'cancelled') state.replaceChildren(element('p', { class: 'quiet', text: 'Cancelled.' }));
    else state.replaceChildren(...(job ? faults(job) : ['It could not be made.']).map(text => element('p', { class: 'wrong', text })));
  }

  // ---- Structure

  async tellStructure() {
    const found = await this.studio.data.structure(), { bench } = this.studio;
    if (!found || !bench.book) return;
    const go = (text, n, extra) => {
      const button = element('button', { class: 'entry', style: null }, element('span', { text, lang: bench.book.lang, dir: 'auto' }), element('span', { text: extra ?? '' }));
      button.onclick = n;
      return button;
    };
    const to = place => async () => { const page = await this.studio.data.pageAt(place); if (page !== null) bench.show(page); };
    const outline = this.studio.outline.entries(bench.book.chapters, found.sections ?? []);
    const parts = [element('section', { class: 'group' }, element('h2', { text: 'Outline' }),
      ...outline, ...outline.length ? [] : [element('p', { class: 'quiet', text: 'No chapter was found.' })])];
    parts.push(element('p', { class: 'quiet pad', text: 'Draw a heading sideways for another level. Click a paragraph on the page to say what it is.' }));
    if (found.forms?.length) parts.push(element('section', { class: 'group' }, element('h2', { text: 'May be headings' }), ...found.forms.slice(0, 20).map(form => {
      const entry = go(`“${form.text} …”`, to(form.place ?? 0), form.others > 1 ? `and ${form.others - 1} like it` : '');
      const yes = element('button', { class: 'plain link', text: form.kind === 'section' ? 'sections' : 'chapters', title: 'Make them headings', 'aria-label': `Make “${form.text}” and those like it ${form.kind}s` });
      yes.onclick = () => this.studio.hint(form.line, form.line, form.kind, true);
      return element('div', { class: 'doubt' }, entry, yes);
    })));
    const doubts = (found.doubts ?? []).filter(({ words }) => /^(verse|prose)/.test(words) || !found.forms?.length);
    if (doubts.length) parts.push(element('section', { class: 'group' }, element('h2', { text: `Doubtful (${doubts.length})` }),
      ...doubts.slice(0, 60).map(doubt => go(`“${doubt.text} …” ${({ verse: 'read as verse', prose: 'read as prose' })[doubt.words.split(',')[0]] ?? 'may be a heading'}`, to(doubt.place ?? 0)))));
    if (found.hints?.length) parts.push(element('section', { class: 'group' }, element('h2', { text: 'Said by you' }), ...found.hints.map(hint => {
      const drop = element('button', { class: 'plain', text: '×', 'aria-label': 'As read: ' + hint, title: 'As read' });
      drop.onclick = () => this.studio.dropHint(hint);
      return element('div', { class: 'entry' }, element('span', { text: hint, dir: 'auto' }), drop);
    })));
    if (found.takesHints && found.dropped?.length) parts.push(element('section', { class: 'group' }, element('h2', { text: 'Left out' }), ...found.dropped.map(([first, last, why]) => {
      const keep = element('button', { class: 'plain link', text: 'keep' });
      keep.onclick = () => this.studio.hint(first, last, why === 'hint' ? null : 'kept');
      return element('div', { class: 'entry' }, element('span', { text: `${first === last ? `line ${first}` : `lines ${first}–${last}`}: ${why}` }), keep);
    })));
    byId('structure').replaceChildren(...parts);
    this.studio.outline.restoreFocus();
  }

  /** What was clicked, with a bar beside it, and what else it may be. */
  async openBlock(event) {
    const word = event.target.closest('tspan'), half = event.target.closest('.half');
    if (!word?.word || word.word.place < 0 || !half?.page) return this.closeBlock();
    const place = half.page.start + word.word.place, found = await this.studio.data.at(place);
    if (!found) return;
    // the quick way: a line shorter, with Shift a line longer; of a picture to the next page and back
    if (event.ctrlKey || event.metaKey) {
      this.closeBlock();
      if (found.placement) this.studio.mend(place, 'next-page');
      else if (found.lines !== undefined) {
        const kind = event.shiftKey ? 'push' : 'pull';
        if ((await this.stepsOf(found, place)).includes(kind)) this.studio.mend(place, kind);
        else this.studio.tell(kind === 'pull' ? 'Its words have no room for a line less.' : 'Its words have no room for a line more.', true);
      }
      return;
    }
    this.showBlock(found, place, event.clientX, event.clientY);
  }

  /** What a block is, and what else it may be. */
  showBlock(found, place, x, y) {
    this.markBlock(found);
    const box = byId('block'), kinds = [['chapter', 'Chapter'], ['section', 'Section'], ['prose', 'Prose'], ['verse', 'Verse'], ['letter', 'Letter'], ['play', 'Play'], ['dropped', 'Leave out']];
    const names = Tasks.names;
    const lines = found.first === found.last ? `line ${found.first}` : `lines ${found.first}–${found.last}`;
    box.replaceChildren(element('p', {}, element('b', { text: `This is ${names[found.kind] ?? found.kind}` }), found.first ? element('span', { class: 'quiet', text: `  ${found.file.split('/').pop()}, ${lines}` }) : ''));
    if (found.hints) {
      const weighed = /(verse|prose), by ([+-][\d.]+)/.exec(found.why ?? '');
      const why = weighed ? `Weighed as verse or prose; ${Math.abs(weighed[2]) < 1.5 ? 'it was a close decision' : `it is clearly ${weighed[1]}`}.`
        : (found.why ?? '').replace(/^line \d+: /, '').replace(/;.*/, '');
      if (why && why !== 'text') box.append(element('p', { class: 'quiet', text: why }));
      if (found.style) box.append(element('p', { class: 'quiet', text: `Style: ${found.style}` }));
      const row = element('div', { class: 'kinds' });
      const alike = element('input', { type: 'radio', name: 'scope' });
      for (const [kind, name] of [...kinds, [null, 'As read']]) {
        const button = element('button', { text: name });
        button.onclick = () => { this.closeBlock(); this.studio.say(found, kind, alike.checked); };
        row.append(button);
      }
      box.append(row);
      if (found.alike > 1) box.append(element('div', { class: 'scope', role: 'radiogroup', 'aria-label': 'For which lines' },
        element('label', {}, element('input', { type: 'radio', name: 'scope', checked: '' }), found.name ? 'this alone' : 'these lines'),
        element('label', {}, alike, `all that look like them (${found.alike})`)));
    } else box.append(element('p', { class: 'quiet', text: 'It has no words to be called by: the manuscript itself is changed.' }));
    const mending = found.placement ? [['here', 'Picture here'], ['next-page', 'Picture on the next page']]
      : found.lines !== undefined ? [['pull', 'A line shorter'], ['push', 'A line longer']] : [];
    const steps = found.lines === undefined || found.placement ? null : this.stepsOf(found, place);
    if (mending.length) box.append(element('div', { class: 'kinds mend' }, ...mending.map(([kind, name]) => {
      const isNow = kind === 'pull' ? found.lines < 0 : kind === 'push' ? found.lines > 0 : kind === 'here' ? found.placement === 'here' : found.placement === 'nextPage';
      const button = element('button', { text: name, 'aria-pressed': String(isNow) });
      button.onclick = () => { this.closeBlock(); this.studio.mend(place, kind); };
      // words that have no breaks for it are told beforehand
      if (steps) {
        button.disabled = true;
        steps.then(kinds => {
          button.disabled = !kinds.includes(kind);
          if (button.disabled) button.title = kind === 'pull' ? 'Its words have no room for a line less.' : 'Its words have no room for a line more.';
        });
      }
      return button;
    })));
    if (found.path) box.append(this.wayToSource(found, place));
    box.hidden = false;
    const size = box.getBoundingClientRect();
    box.style.left = Math.min(Math.max(x - size.width / 2, 8), innerWidth - size.width - 8) + 'px';
    box.style.top = (y + 18 + size.height < innerHeight - 50 ? y + 18 : Math.max(y - size.height - 18, 52)) + 'px';
    box.focus({ preventScroll: true });
  }

  /** Whether a paragraph may be a line shorter than it is now, or a line longer. */
  async stepsOf(found, place) {
    const steps = (await this.studio.data.room(place))?.steps ?? [];
    return [['pull', -1], ['push', 1]].filter(([, step]) => steps.includes(found.lines + step)).map(([kind]) => kind);
  }

  /** To the line in the manuscript, in the editor that is named or in one that has addresses. */
  wayToSource(found, place) {
    const made = element('p', { class: 'place' });
    if (found.editor) {
      const open = element('button', { class: 'plain link', text: `Open in ${found.editor}` });
      open.onclick = () => this.studio.data.post('open', { place });
      made.append(open);
    } else made.append(element('a', { href: 'vscode://file' + encodeURI(found.path) + ':' + found.first, text: 'Open in VS Code' }));
    return made;
  }

  /** A bar in the outer margin, along the block on each page in sight. */
  markBlock(found, isFaint = false) {
    const { start, end } = found;
    if (!isFaint) [this.marked, this.markedIn] = [found, this.studio.bench.book.rev];
    for (const bar of document.querySelectorAll('.along')) bar.remove();
    for (const half of this.studio.bench.halves ?? []) {
      if (!half.page) continue;
      const words = this.studio.bench.words(start, end).filter(word => half.contains(word));
      if (!words.length) continue;
      const page = half.getBoundingClientRect(), boxes = words.map(word => word.getBoundingClientRect());
      const [top, bottom] = [Math.min(...boxes.map(b => b.top)), Math.max(...boxes.map(b => b.bottom))];
      const isFirst = half.classList.contains('first'), edge = isFirst ? Math.min(...boxes.map(b => b.left)) - 12 : Math.max(...boxes.map(b => b.right)) + 9;
      const bar = element('span', { class: isFaint ? 'along faint' : 'along' });
      Object.assign(bar.style, { left: edge - page.left + 'px', top: top - page.top + 'px', height: bottom - top + 'px' });
      half.append(bar);
    }
  }

  /** Pages are laid once more: what was chosen on them stays so. */
  markAgain() { if (this.marked && this.markedIn === this.studio.bench.book.rev) this.markBlock(this.marked); }

  /** A faint one under the pointer, before anything is clicked. */
  hover(event) {
    clearTimeout(this.hovering);
    if (!byId('block').hidden || event.pointerType === 'touch') return;
    const word = event.target.closest?.('tspan')?.word, half = event.target.closest?.('.half');
    if (!word || word.place < 0 || !half?.page) return;
    const place = half.page.start + word.place;
    if (this.hovered && document.querySelector('.along.faint') && place >= this.hovered.start && place < this.hovered.end) return;
    this.hovering = setTimeout(async () => {
      const found = await this.studio.data.at(place);
      if (!found || !byId('block').hidden || !half.isConnected) return;
      this.hovered = found;
      this.markBlock(found, true);
    }, 90);
  }

  /** The next block or the one before, by keys. */
  async step(direction) {
    const pages = (this.studio.bench.halves ?? []).map(half => half.page).filter(page => page?.text), [first, last] = [pages[0], pages.at(-1)];
    if (!first) return;
    const low = Math.min(first.start, last.start), high = Math.max(...pages.map(page => page.start + new Places(page.text).byte(page.text.length)));
    const isHere = this.picked && this.picked.end > low && this.picked.start < high;
    const place = isHere ? direction > 0 ? this.picked.end : this.picked.start - 1 : direction > 0 ? low : high - 1;
    if (place < 0) return;
    if (place < low || place >= high) {
      const n = await this.studio.data.pageAt(place);
      if (n === null) return;
      await this.studio.bench.show(n);
    }
    const found = await this.studio.data.at(place);
    if (!found || found.start === this.picked?.start && isHere) return;
    this.picked = found;
    this.closeBlock();
    this.markBlock(found);
    const words = this.studio.bench.words(found.start, found.end).slice(0, 8).map(word => word.textContent).join('');
    byId('chosen').replaceChildren(element('span', { text: `This is ${Tasks.names[found.kind] ?? found.kind}` }), ': ', element('span', { lang: this.studio.bench.book.lang, text: words }));
  }

  openPicked() {
    const bar = document.querySelector('.along:not(.faint)')?.getBoundingClientRect();
    if (this.picked && bar) this.showBlock(this.picked, this.picked.start, bar.left, bar.top);
  }

  closeBlock() {
    this.marked = null;
    for (const bar of document.querySelectorAll('.along')) bar.remove();
    if (byId('block').hidden) return false;
    byId('block').hidden = true;
    return true;
  }
}
