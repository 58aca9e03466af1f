import { element } from '../page/element.js';

/**
 * Returns a button that adds the next page of a list until there is none.
 *
 * @param {() => Promise<boolean>} addPage adds a page, and says whether there may be another one
 * @param {(text: string) => void} announce
 */
export function moreButton(addPage, announce) {
  const button = element('button', { type: 'button' }, 'Show more');
  const line = element('p', { class: 'more' }, button);
  const add = async () => {
    button.disabled = true;
    try {
      const hasMore = await addPage();
      announce(hasMore ? 'More is shown' : 'That is all');
      if (hasMore) button.disabled = false;
      else line.replaceChildren('That is all.');
    } catch (error) {
      button.disabled = false;
      announce(error instanceof Error ? error.message : 'This could not be read');
    }
    if (!button.disabled) button.focus();
  };
  button.addEventListener('click', () => void add());
  return line;
}
