// The page of 'jacquard view', in a frame that can do nothing but show itself.
import { make } from '../frame/dom';
import type { Theme } from '../frame/theme';

// The page asks the browser for light or dark; within the frame, the playground answers.
function themed(page: string, theme: Theme): string {
    const answer = `<script>{
        const ask = window.matchMedia.bind(window);
        window.matchMedia = query => query.includes('prefers-color-scheme')
            ? { matches: query.includes('${theme}'), addEventListener() {}, removeEventListener() {} }
            : ask(query);
    }</script>`;
    return page.replace('</title>', `</title>${answer}`);
}

export class ViewPane {
    private readonly frame = make('iframe', {
        sandbox: 'allow-scripts', title: 'All forms of the shader side by side',
    });
    private readonly save = make('a', { class: 'button', download: 'shader.html' }, 'Save this page');
    private readonly note = make('span', { class: 'soft' });
    private page = '';
    private theme: Theme = 'light';

    constructor(parent: HTMLElement) {
        parent.append(make('div', { class: 'pane-head' }, this.note, this.save), this.frame);
        this.save.hidden = true;
    }

    show(page: string): void {
        this.page = page;
        URL.revokeObjectURL(this.save.href);
        this.save.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
        this.save.hidden = false;
        this.draw();
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        if (this.page !== '') {
            this.draw();
        }
    }

    say(text: string): void {
        this.note.textContent = text;
    }

    private draw(): void {
        this.frame.srcdoc = themed(this.page, this.theme);
    }
}
