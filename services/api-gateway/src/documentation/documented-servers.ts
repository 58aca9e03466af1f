export interface DocumentedServer {
  readonly url: string;
  readonly description: string;
}

/** Base URLs of the deployments for the two public networks. */
export interface BaseUrls {
  readonly main: string | undefined;
  readonly test: string | undefined;
}

/**
 * Returns the servers of the documents: this one first, with the name of its network, then the deployment of the other
 * public network if its address is configured.
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
