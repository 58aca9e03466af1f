export interface DocumentedServer {
  readonly url: string;
  readonly description: string;
}

/** Where clients reach the deployments of the two public networks. */
export interface BaseUrls {
  readonly main: string | undefined;
  readonly test: string | undefined;
}

/**
 * The servers that the documents name: this one first, under the network that it serves, and the deployment of the
 * other public network where there is one. An address that nobody has told is none.
 */
export function documentedServers(
  network: { readonly name: string; readonly isTestnet: boolean },
  { main, test }: BaseUrls,
): readonly DocumentedServer[] {
  const [mainName, testName] = ['Main network', 'Test network'];
  if (network.name === 'mainnet') {
    const others = test === undefined ? [] : [{ url: test, description: testName }];
    return [{ url: main ?? '/', description: `${mainName} (this server)` }, ...others];
  }
  if (network.isTestnet) {
    const others = main === undefined ? [] : [{ url: main, description: mainName }];
    return [{ url: test ?? '/', description: `${testName} (this server)` }, ...others];
  }
  return [{ url: main ?? '/', description: `Network "${network.name}" (this server)` }];
}
