// Puts the parts of the explorer together: the address of the page says what is shown, the server tells what is new.
import { createLiveRounds } from './page/live-rounds.js';
import { linkTo, routeOf } from './page/route.js';
import { createViewer } from './page/show-view.js';
import { startTheme } from './page/theme.js';
import { accountView } from './views/account.js';
import { blockView } from './views/block.js';
import { bodyView, messageView } from './views/message.js';
import { nothingView } from './views/nothing.js';
import { roundView } from './views/round.js';
import { roundsView } from './views/rounds.js';
import { searchView } from './views/search.js';
import { transactionView } from './views/transaction.js';

/**
 * @import { Route } from './page/route.js'
 * @import { PageContext, View } from './page/show-view.js'
 */

const main = part('main');
const announcement = part('announcement');
const network = part('network');
const searchText = /** @type {HTMLInputElement} */ (part('search-text'));

const live = createLiveRounds({
  url: new URL('explorer/live', document.baseURI),
  onNetwork: (name) => (network.textContent = name),
});
const show = createViewer({ main, live, announce: (text) => (announcement.textContent = text) });
const showRoute = () => void show((page) => viewOf(routeOf(location.hash), page));

startTheme(part('theme'));
part('skip').addEventListener('click', (event) => {
  // The part after # is the route, which this link must not change.
  event.preventDefault();
  main.focus();
});
part('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = searchText.value.trim();
  if (text !== '') location.hash = linkTo({ name: 'search', text });
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  searchText.focus();
});
window.addEventListener('hashchange', showRoute);
showRoute();

/**
 * @param {Route} route
 * @param {PageContext} page
 * @returns {Promise<View>}
 */
async function viewOf(route, page) {
  switch (route.name) {
    case 'rounds':
      return await roundsView(page);
    case 'round':
      return await roundView(page, route);
    case 'block':
      return await blockView(page, route);
    case 'transaction':
      return await transactionView(page, route);
    case 'message':
      return await messageView(page, route);
    case 'body':
      return await bodyView(page, route);
    case 'account':
      return await accountView(page, route);
    case 'search':
      return await searchView(page, route);
    case 'unknown':
      return nothingView('There is no such page', 'The address of this page is not one of the explorer.');
  }
}

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`The page has no part ${id}`);
  return found;
}
