/** What the person chose; the system's theme until then. */
const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const KEPT_AS = 'tonriver-theme';

/**
 * Makes a button that goes through the themes.
 *
 * @param {HTMLElement} button
 */
export function startTheme(button) {
  let theme = THEMES.find((one) => one === kept()) ?? 'system';
  const apply = () => {
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    keep(theme);
    apply();
  });
  apply();
}

/** A browser may forbid a page to keep anything. */
function kept() {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

/** @param {string} theme */
function keep(theme) {
  try {
    localStorage.setItem(KEPT_AS, theme);
  } catch {
    // The choice lasts until the page is left.
  }
}
