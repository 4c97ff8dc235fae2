'use strict';
/* The cover: what stands on it, and how it looks while it is chosen. */

class Cover {
  constructor(studio) {
    this.studio = studio;
    const select = (label, key, pairs) => {
      const made = element('select', { 'aria-label': label }, ...pairs.map(([value, text]) => element('option', { value, text })));
      made.onchange = () => studio.set(made.value ? { [key]: made.value } : { ['-' + key]: '' });
      return made;
    };
    this.front = element('img', { class: 'front', alt: 'The front of the cover', hidden: '' });
    this.binding = select('Binding', 'kind', [['', 'paperback'], ['case', 'case'], ['jacket', 'jacket']]);
    this.paper = select('Paper', 'paper', [['', 'white paper'], ['cream', 'cream paper'], ['colour', 'colour paper']]);
    this.guides = element('input', { type: 'checkbox', 'aria-label': 'Guides' });
    this.layout = select('Layout', 'cover-layout', [['', 'as the theme has it'], ...studio.looks.options.layouts.map(name => [name, name])]);
    this.blurb = element('textarea', { rows: 4, 'aria-label': 'Words on the back', placeholder: 'Words on the back' });
    this.blurb.onchange = () => studio.change(() => studio.data.post('blurb', { text: this.blurb.value }));
    this.controls = [this.front, element('span', { class: 'stack' }, this.binding, this.paper, element('label', { class: 'tick' }, this.guides, 'guides'))];
    this.pictures = [['front-picture', 'Picture on the front'], ['back-picture', 'Picture on the back']].map(([key, name]) => this.picture(key, name));
    this.colours = [['paper-colour', 'Ground'], ['ink-colour', 'Words'], ['accent-colour', 'Bands']].map(([key, name]) => this.colour(key, name));
    this.more = element('details', { class: 'on-cover' }, element('summary', { text: 'What stands on it' }), this.blurb, ...this.pictures.map(part => part.made),
      element('label', { class: 'field' }, element('span', { class: 'label', text: 'Layout' }), this.layout), element('div', { class: 'line' }, ...this.colours.map(part => part.made)));
    this.take(studio.looks.options);
  }

  reset(key, name) {
    const reset = element('button', { class: 'reset plain', text: '×', title: 'As the theme has it', 'aria-label': `${name}: none` });
    reset.onclick = () => this.studio.set({ ['-' + key]: '' });
    return reset;
  }

  picture(key, name) {
    const file = element('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.tif,.tiff,.svg', hidden: '', 'aria-label': name });
    const choose = element('button', { text: 'Choose …', 'aria-label': name }), shown = element('span', { class: 'quiet' }), reset = this.reset(key, name);
    choose.onclick = () => file.click();
    file.onchange = () => {
      const [chosen] = file.files;
      if (chosen) this.studio.change(() => this.studio.data.picture(key, chosen));
      file.value = '';
    };
    const take = value => { shown.textContent = value?.split('/').pop() ?? ''; reset.hidden = !value; };
    return { key, take, made: element('div', { class: 'field' }, element('span', { class: 'label', text: name }), choose, file, shown, reset) };
  }

  colour(key, name) {
    const input = element('input', { type: 'color', 'aria-label': name }), reset = this.reset(key, name);
    input.onchange = () => this.studio.set({ [key]: input.value });
    const take = value => {
      input.value = /^#[0-9a-f]{6}$/i.test(value ?? '') ? value : '#ffffff';
      input.classList.toggle('unset', !value);
      reset.hidden = !value;
    };
    return { key, take, made: element('label', { class: 'tick' }, input, name, reset) };
  }

  /** The folder says something else. */
  take({ cover = {}, blurb, blurbFile }) {
    this.binding.value = cover.kind === 'paperback' ? '' : cover.kind ?? '';
    this.paper.value = cover.paper === 'white' ? '' : cover.paper ?? '';
    this.layout.value = cover['cover-layout'] ?? '';
    if (document.activeElement !== this.blurb) this.blurb.value = blurb ?? '';
    this.blurb.disabled = !!blurbFile;
    this.blurb.title = blurbFile ? `These words stand in ${blurbFile}, and are changed there` : '';
    for (const part of [...this.pictures, ...this.colours]) part.take(cover[part.key]);
    this.said = JSON.stringify([cover, blurb]);
    if (!byId('download').hidden) this.show();
  }

  /** For the printer that was chosen. */
  values() {
    const printer = byId('printer');
    return { guides: this.guides.checked ? '1' : '0', ...(printer?.dataset.chosen && { for: printer.value }) };
  }

  /** Draws the front as it is now. */
  async show() {
    const shown = this.studio.bench.book.rev + this.said;
    if (this.shown === shown) return;
    this.shown = shown;
    // one at a time, and of those that are wanted meanwhile the last
    if (this.isDrawing) return;
    this.isDrawing = true;
    let drawn;
    do {
      drawn = this.shown;
      const job = await this.studio.tasks.run({ kind: 'cover-front', ...this.values(), guides: '0' });
      if (job?.state !== 'done' || this.shown !== drawn) continue;
      this.front.src = `${this.studio.data.base}job/${job.id}/file`;
      this.front.hidden = false;
    } while (this.shown !== drawn);
    this.isDrawing = false;
  }
}
