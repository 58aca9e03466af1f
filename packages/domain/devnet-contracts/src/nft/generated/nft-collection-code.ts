// Generated from nft-collection.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const nftCollectionCode: CompiledCode = {
  hash: 'd9e39833326be42b0c4cc08d5a980b628e25872504658eb45558c57ab81a0728',
  boc: [
    'te6ccgECDwEAAsMAART/APSkE/S88sgLAQIBYgIDA7rQ+JGRMOAg1ywgAAAADOMC1ywgAAAAFOMC1ywgAAAAHI4pMe1E0PpI0z/U',
    '1NTR+JJQBccF8uGRBNM/MfpIMMj6UhLLP8wSzMzJ7VTg1ywjSenKhOMCMIQPAccA8vQEBQYCASAJCgH+Me1E0PpI0z/U1NTR+JIl',
    'xwXy4ZEF0z/TP/oA10xTJrry4ZT4l/gnbxCiggr68IC2CYAQ+wIhggl9eEC+8uGSIND6SDHUMdH4KAPIyz8T+lLJJAPQyM7JyM+J',
    'iAFTJMjPhNDMzPkWzwv/UAP6AoEAjc8LcBPMEszMyYAR+wADpAcByDHtRND6SNM/1NTU0fiSJccF8uGR+Jf4J28QooIK+vCAtgmA',
    'EPsCcAbTP/QFIIBA9IZvpZCK6F8DBsIA8uGOBMj6UhPLP8zMzMntVPiSyM+FCPpSghDVMnbbzwuOyz/JgQCC+wAIAHIx7UTQAdcL',
    'PwHUMdQx10z4kgHQ0w/TD/pI0cjPhQgU+lKCEKjLAK3PC44Uyz/LDxLLD/pSyYBA+wAAUATI+lIUyz/MEswSzMntVPiSyM+FCPpS',
    'ghDVMnbbzwuOyz/JgQCC+wAA0AmkIIEAyLvy4Y9Tl7ry4ZQB+gDU0VOhggl9eEC+8uGSIdD6SDHUMdH4KAHIyz/6UsknAtDIzsnI',
    'z4mIAVMjyM+E0MzM+RbPC/9QBPoCgQCNzwtwEszMzMmAEfsABqRRgYBA9HxvpRCKAgEgCwwAK7yC32omh9JGmf6moY6hjo6GpqGO',
    'isQAQ7i10x7UTQ+kgx0z8x1NQx1DHR0NQx1NHIz4QGAdDPFszJgCASANDgAztdr9qJofSQY6Z+Y6hjqGOpo6GmH6Yf9JGjAAW7T0',
    'faiaH0kGOmfmOoY6moY6PwUAWRln4l9KWSA5GfCaGZmfItkZ8UAIGX/56hA=',
  ].join(''),
};
