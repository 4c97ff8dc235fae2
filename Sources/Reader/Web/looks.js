'use strict';
/* Look and facts: controls made from octavo's own list of options. */

const GROUPS = { look: 'Look', page: 'Page', type: 'Type', heads: 'Heads and feet', frontMatter: 'Front matter', chapters: 'Chapters',
  notes: 'Notes, links and indexes', print: 'Print', manuscript: 'Manuscript' };

class Looks {
  constructor(studio) {
    this.studio = studio;
    this.openings = new Map;
  }

  row(key) { return this.options?.rows?.find(row => row.key === key); }
  value(key) { return this.row(key)?.value ?? ''; }

  /** Shows the options as they are now; the control in hand is left as it is. */
  take(options) {
    const before = this.options;
    this.options = options;
    if (!options.rows) return;
    if (!before?.rows || before.input !== options.input) { this.build(); this.buildFacts(); } else for (const update of this.updates) update();
    this.markThemes();
    this.elements?.take();
  }

  // ---- Parts of the panel

  build() {
    this.updates = [];
    const panel = byId('look');
    panel.replaceChildren(
      this.group('Theme', this.themes()),
      this.group('Page', this.trim(), this.segments('margins', 'Margins', ['', 'classic', 'modern', 'narrow', 'canon'], { '': 'theme' }), this.sides()),
      this.group('Type', this.family(), this.slider('size', 'Size', 8, 18, .25), this.leading()),
      this.group('Chapters', this.segments('chapters', 'Begin on', ['any', 'recto', 'run-on', 'auto'], { any: 'any page', recto: 'right page', 'run-on': 'run on' }),
        this.segments('drop-capitals', 'Large initial', ['0', '2', '3', '4'], { 0: 'none', 2: '2 lines', 3: '3', 4: '4' }),
        this.toggle('opening-small-capitals', 'First words in small capitals'), this.toggle('opener-heads', 'Running head on first pages')),
      this.group('Between scenes', this.ornaments()),
      this.group('Heads and feet', this.text('header', 'Head'), this.text('footer', 'Foot'),
        element('p', { class: 'quiet', text: '{title} {author} {chapter} {page} stand for themselves; nothing at all is none.' })),
      this.group('Front matter', ...[['half-title', 'Half title'], ['title-page', 'Title page'], ['copyright-page', 'Copyright page'], ['toc', 'Contents'], ['colophon', 'Colophon']]
        .filter(([key]) => this.row(key)).map(([key, name]) => this.toggle(key, name))),
      (this.elements = new Elements(this.studio)).make(), this.all());
  }

  group(name, ...parts) { return element('section', { class: 'group' }, element('h2', { text: name }), ...parts.filter(Boolean)); }

  /** A control with its name, what gave it its value, and the way back to the theme's. */
  field(key, name, control, show) {
    const reset = element('button', { class: 'reset plain', text: '×', title: 'As the theme has it', 'aria-label': `${name}: as the theme has it` });
    const lock = element('span', { class: 'lock', text: '🔒︎' });
    const label = element('span', { class: 'label', text: name });
    const made = element('div', { class: 'field', 'data-key': key }, label, control, lock, reset);
    reset.onclick = () => this.studio.set({ ['-' + key]: '' });
    const update = () => {
      const row = this.row(key);
      if (!row) return;
      made.classList.toggle('changed', !!row.changed);
      made.classList.toggle('locked', !!row.locked);
      reset.hidden = !row.changed;
      lock.hidden = !row.locked;
      lock.title = 'This stands in ' + row.from + ', and is changed there';
      for (const part of made.querySelectorAll('input, select, .segments button, .signs button')) part.disabled = !!row.locked;
      if (!control.contains(document.activeElement) || !document.activeElement.matches('input:not([type=checkbox]):not([type=range])')) show(row);
    };
    this.updates.push(update);
    update();
    return made;
  }

  segments(key, name, values, names = {}) {
    const row = this.row(key);
    if (!row) return null;
    const known = values.filter(value => value === '' || !row.choices || row.choices.includes(value) || key === 'drop-capitals');
    const buttons = known.map(value => {
      const button = element('button', { text: names[value] ?? value, 'aria-pressed': 'false' });
      button.onclick = () => this.studio.set(value === '' ? { ['-' + key]: '' } : { [key]: value });
      return button;
    });
    return this.field(key, name, element('span', { class: 'segments', role: 'group', 'aria-label': name }, ...buttons), now => {
      const value = now.value === 'none' && known.includes('') ? '' : now.value;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', known[i] === value));
    });
  }

  toggle(key, name) {
    const box = element('input', { type: 'checkbox', 'aria-label': name });
    box.onchange = () => this.studio.set({ [key]: String(box.checked) });
    return this.field(key, name, element('label', { class: 'switch' }, box, element('i')), row => {
      box.checked = row.value === 'true';
      box.indeterminate = !['true', 'false'].includes(row.value);
    });
  }

  text(key, name, options = {}) {
    const input = element('input', { type: 'text', 'aria-label': name, placeholder: options.placeholder ?? '' });
    const send = () => {
      if (input.value === this.shownText(this.row(key))) return;
      this.studio.set({ [key]: input.value });
    };
    input.onchange = send;
    input.onkeydown = event => { if (event.key === 'Enter') send(); };
    return this.field(key, name, input, row => { input.value = this.shownText(row); });
  }

  shownText(row) { return row.value === 'none' ? '' : row.value; }

  slider(key, name, low, high, step, unit = 'pt') {
    const range = element('input', { type: 'range', min: low, max: high, step, 'aria-label': name }), out = element('output');
    range.oninput = () => { out.textContent = range.value + ' ' + unit; this.studio.set({ [key]: range.value + unit }, { coalesce: key }); };
    return this.field(key, name, element('span', { class: 'range' }, range, out), row => {
      range.value = parseFloat(row.value);
      out.textContent = parseFloat(row.value) + ' ' + unit;
    });
  }

  /** As a share of the size: that is what one sees. */
  leading() {
    const range = element('input', { type: 'range', min: 1.1, max: 1.6, step: .02, 'aria-label': 'Leading' }), out = element('output');
    range.oninput = () => {
      const points = Math.round(parseFloat(this.value('size')) * range.value * 20) / 20;
      out.textContent = points + ' pt';
      this.studio.set({ leading: points + 'pt' }, { coalesce: 'leading' });
    };
    return this.field('leading', 'Leading', element('span', { class: 'range' }, range, out), row => {
      range.value = parseFloat(row.value) / (parseFloat(this.value('size')) || 11);
      out.textContent = parseFloat(row.value) + ' pt';
    });
  }

  family() {
    const select = element('select', { 'aria-label': 'Face' });
    select.onchange = () => this.studio.set({ font: select.value });
    return this.field('font', 'Face', select, row => {
      const known = this.options.families.filter(name => !/^(Noto (?!Serif$|Sans$)|Symbola|D050000L|.*Math$)/.test(name));
      select.replaceChildren(...[...new Set([row.value, ...known])].sort().map(name => {
        // of several that stand in for each other the first is meant
        const option = element('option', { text: name.split(',')[0], value: name });
        option.style.fontFamily = `"${name}", serif`;
        return option;
      }));
      select.value = row.value;
      select.style.fontFamily = `"${row.value}", serif`;
    });
  }

  /** The four margins by themselves, as they lie around the text. */
  sides() {
    const names = { inside: 'Inside', outside: 'Outside', top: 'Top', bottom: 'Bottom' }, inputs = new Map;
    const known = Object.keys(names).filter(key => this.row(key));
    for (const key of known) {
      const input = element('input', { type: 'text', 'aria-label': names[key], inputmode: 'decimal' });
      input.onchange = () => { const value = input.value.trim(); this.studio.set(value === '' ? { ['-' + key]: '' } : { [key]: /^[\d.]+$/.test(value) ? value + 'mm' : value }); };
      inputs.set(key, input);
    }
    const byPages = element('input', { type: 'checkbox' });
    byPages.onchange = () => this.studio.set(byPages.checked ? { inside: 'auto' } : { '-inside': '' });
    this.updates.push(() => {
      for (const [key, input] of inputs) {
        const row = this.row(key);
        if (document.activeElement !== input) input.value = row.value;
        input.disabled = !!row.locked || key === 'inside' && byPages.checked;
        input.title = row.locked ? 'This stands in ' + row.from + ', and is changed there' : '';
      }
      byPages.checked = this.row('inside').value.startsWith('auto');
      byPages.disabled = !!this.row('inside').locked;
    });
    this.updates.at(-1)();
    return element('details', { class: 'more-of' }, element('summary', { text: 'Each side' }),
      element('div', { class: 'sides' }, ...known.map(key => element('label', {}, element('span', { text: names[key] }), inputs.get(key)))),
      element('label', { class: 'tick quiet', title: 'Printers ask for more the thicker the book is' }, byPages, 'inside by the number of pages'));
  }

  trim() {
    const select = element('select', { 'aria-label': 'Trim' });
    const own = element('input', { type: 'text', 'aria-label': 'Width and height', placeholder: '140x216mm', hidden: '' });
    select.onchange = () => {
      own.hidden = select.value !== '-';
      if (select.value === '-') own.focus(); else this.studio.set({ trim: select.value });
    };
    own.onchange = () => { if (own.value.trim()) this.studio.set({ trim: own.value.trim() }); };
    const size = points => Math.round(points * 25.4 / 72), inches = points => Math.round(points / 72 * 1000) / 1000;
    return this.field('trim', 'Trim', element('span', { class: 'stack' }, select, own), row => {
      const named = this.options.trims.map(([name, w, h, note]) => element('option', { value: name, title: note,
        text: /\d+x\d+/.test(name) ? `${inches(w)} × ${inches(h)} in` : `${/\d/.test(name) ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ')}  ${size(w)} × ${size(h)} mm` }));
      const value = row.value.split(' ')[0].toLowerCase(), isNamed = this.options.trims.some(([name]) => name === value);
      select.replaceChildren(...isNamed ? [] : [element('option', { value: value, text: row.value })], ...named, element('option', { value: '-', text: 'another size…' }));
      select.value = value;
      own.hidden = true;
    });
  }

  ornaments() {
    const signs = ['* * *', '⁂', '❦', '❧', '◆', '—', '#'];
    const buttons = signs.map(sign => {
      const button = element('button', { text: sign, 'aria-pressed': 'false', 'aria-label': `Ornament ${sign}` });
      button.onclick = () => this.studio.set({ 'scene-break': sign });
      return button;
    });
    const own = element('input', { type: 'text', 'aria-label': 'Another ornament', placeholder: 'another' });
    own.onchange = () => { if (own.value.trim()) this.studio.set({ 'scene-break': own.value.trim() }); };
    return this.field('scene-break', 'Ornament', element('span', { class: 'stack' }, element('span', { class: 'signs', role: 'group', 'aria-label': 'Ornament' }, ...buttons), own), row => {
      const now = row.value.replace(/\s+/g, ' ');
      own.value = signs.includes(now) || now === 'none' ? '' : now;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', signs[i] === now));
    });
  }

  // ---- Themes

  themes() {
    // those for a purpose come last
    const late = ['manuscript', 'large-print', 'wonderland'], order = ({ name }) => late.includes(name);
    const cards = [...this.options.themes].sort((a, b) => order(a) - order(b)).map(({ name, note }) => {
      const shownName = name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');
      const card = element('button', { class: 'card', 'data-theme': name, title: helpOf(name, note, LOOKS), 'aria-pressed': 'false' },
        element('span', { class: 'shown' }), element('span', { class: 'name', text: shownName }));
      card.onclick = () => { clearTimeout(this.hover); this.studio.bench.tryLook(null); this.studio.set({ theme: name }); };
      card.onmouseenter = () => {
        clearTimeout(this.hover);
        this.hover = setTimeout(() => { const opening = this.openings.get(name); if (opening?.pages) this.studio.bench.tryLook(opening, shownName); }, 400);
      };
      card.onmouseleave = () => { clearTimeout(this.hover); if (!byId('trying').hidden) this.studio.bench.tryLook(null); };
      return card;
    });
    this.cards = cards;
    this.more = element('button', { class: 'plain wide more', text: `All ${cards.length} looks`, 'aria-expanded': 'false' });
    this.more.onclick = () => { this.showsAll = !this.showsAll; this.markThemes(); };
    return element('div', {}, element('div', { class: 'cards' }, ...cards), this.more);
  }

  markThemes() {
    // under what was changed of elements lies the one that was chosen
    const row = this.row('theme'), theme = this.options.base ?? row?.value;
    for (const card of this.cards ?? []) {
      card.setAttribute('aria-pressed', card.dataset.theme === theme);
      card.disabled = !!row?.locked;
    }
    // a few at first, the chosen one among them: the rest of the page's look lies below
    const chosen = (this.cards ?? []).findIndex(card => card.dataset.theme === theme);
    this.cards?.forEach((card, i) => { card.hidden = !this.showsAll && i >= (chosen > 5 ? 5 : 6) && i !== chosen; });
    if (this.more) {
      this.more.textContent = this.showsAll ? 'Fewer looks' : `All ${this.cards.length} looks`;
      this.more.setAttribute('aria-expanded', !!this.showsAll);
    }
  }

  /** Draws the book's opening in each theme, one after the other, so that the pages in the middle come first. */
  async drawThemes() {
    const ticket = this.drawing = {};
    await new Promise(done => setTimeout(done, 120));
    for (const card of [...this.cards ?? []].sort((a, b) => a.hidden - b.hidden)) {
      if (this.drawing !== ticket) return;
      const name = card.dataset.theme, opening = await this.studio.data.theme(name);
      if (this.drawing !== ticket || !opening) return;
      this.openings.set(name, opening);
      const shown = card.querySelector('.shown');
      if (!opening.pages) { shown.replaceChildren(element('span', { class: 'lacking', text: opening.problem })); continue; }
      await Promise.all(opening.pages.filter(Boolean).map(page => this.studio.bench.ready(page)));
      if (this.drawing !== ticket) return;
      shown.replaceChildren(thumbnailSpread(opening.pages, opening, this.studio.data, 124, 84));
    }
  }

  // ---- All options

  all() {
    const search = element('input', { type: 'search', placeholder: 'Search all options', 'aria-label': 'Search all options', id: 'option-search' });
    const list = element('div', { class: 'all' });
    const fill = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = this.options.rows.filter(row => words.every(word => (row.key + ' ' + row.help + ' ' + helpOf(row.key, '')).toLowerCase().includes(word)));
      const open = list.contains(document.activeElement) ? document.activeElement.closest('[data-key]')?.dataset.key : null;
      if (open) return;
      list.replaceChildren(...Object.entries(GROUPS).flatMap(([group, name]) => {
        const rows = found.filter(row => row.group === group);
        return rows.length ? [element('h3', { text: name }), ...rows.map(row => this.anyField(row))] : [];
      }));
      if (!found.length) list.append(element('p', { class: 'quiet', text: 'No option is called so.' }));
    };
    search.oninput = fill;
    const details = element('details', { class: 'group' }, element('summary', { text: 'All options' }), search, list);
    details.ontoggle = () => { if (details.open) { fill(); details.scrollIntoView({ block: 'start' }); } };
    this.updates.push(() => { if (details.open) fill(); });
    return details;
  }

  anyField(row) {
    let control;
    const set = value => this.studio.set({ [row.key]: value });
    if (row.form === 'choice' || row.form === 'mark') {
      control = element('input', { type: 'checkbox' });
      control.checked = row.value === 'true';
      control.onchange = () => set(String(control.checked));
    } else if (row.choices?.length && row.form !== 'list' && !['trim', 'for'].includes(row.key)) {
      control = element('select', {}, ...[...new Set([row.value, ...row.choices])].map(text => element('option', { text })));
      control.value = row.value;
      control.onchange = () => set(control.value);
    } else {
      control = element('input', { type: 'text', placeholder: row.of });
      control.value = row.changed || row.locked ? this.shownText(row) : '';
      if (!row.changed && !row.locked) control.placeholder = row.value === 'none' ? row.of : row.value;
      control.onchange = () => control.value === '' && row.form !== 'words' ? this.studio.set({ ['-' + row.key]: '' }) : set(control.value);
    }
    control.disabled = !!row.locked;
    control.setAttribute('aria-label', row.key);
    const reset = element('button', { class: 'reset plain', text: '×', 'aria-label': `${row.key}: as the theme has it`, title: 'As the theme has it' });
    reset.onclick = () => this.studio.set({ ['-' + row.key]: '' });
    reset.hidden = !row.changed;
    return element('div', { class: `option${row.changed ? ' changed' : ''}${row.locked ? ' locked' : ''}`, 'data-key': row.key },
      element('div', { class: 'line' }, element('code', { text: row.key }), control, reset),
      element('p', { text: helpOf(row.key, row.help) + (row.locked ? ` ${said(`This stands in ${row.from}, and is changed there`)}.` : '') }));
  }

  // ---- Facts

  buildFacts() {
    const meta = () => this.options.meta;
    const facts = [['title', 'Title'], ['subtitle', 'Subtitle'], ['author', 'Author'], ['lang', 'Language'], ['publisher', 'Publisher'], ['isbn', 'ISBN'],
      ['date', 'Date'], ['edition', 'Edition'], ['series', 'Series'], ['copyright', 'Copyright'], ['translator', 'Translator'], ['illustrator', 'Illustrator'],
      ['dedication', 'Dedication', true], ['epigraph', 'Epigraph', true], ['also-by', 'Other books', true]];
    const updates = [];
    byId('facts').replaceChildren(element('section', { class: 'group' }, element('h2', { text: 'The book' }), ...facts.map(([key, name, isLong]) => {
      const input = element(isLong ? 'textarea' : 'input', { 'aria-label': name, 'data-fact': key, ...(isLong ? { rows: 2 } : { type: 'text' }) });
      const field = element('label', { class: 'fact' }, element('span', { text: name }), input);
      const now = () => {
        const fact = this.options.facts[key], row = this.row(key);
        if (fact) return { value: fact.value, locked: fact.locked };
        if (row && (row.changed || row.locked)) return { value: row.value, locked: row.locked };
        return { value: '', locked: false };
      };
      const update = () => {
        const { value, locked } = now();
        if (document.activeElement !== input) input.value = value;
        input.placeholder = meta()[key] ?? '';
        input.disabled = !!locked;
        field.title = locked ? 'The manuscript itself says so' : '';
      };
      input.onchange = () => { if (input.value !== now().value) this.studio.set(input.value.trim() ? { [key]: input.value.trim() } : { ['-' + key]: '' }); };
      updates.push(update);
      update();
      return field;
    }), element('p', { class: 'quiet', text: 'What is left empty is taken from the manuscript. Rights, publisher and ISBN stand on the copyright page.' })));
    this.updates.push(...updates);
  }
}
