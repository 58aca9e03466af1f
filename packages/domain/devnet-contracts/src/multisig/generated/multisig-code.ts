// Generated from multisig.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const multisigCode: CompiledCode = {
  hash: 'f628fc93ead6338f4a992e4b04feb356e9412b5f8dc78ce315fef338f777a370',
  boc: [
    'te6ccgECCwEAAeQAART/APSkE/S88sgLAQIBYgIDAkLQ+JGRMOAg1ywnuMKIfOMC1ywjqEv67OMCMIQPAccA8vQEBQICdQkKAf4x',
    '7UTQ0//TB9T0BNTRBdM/0//SANMH0y/XTCORJ5Em4viSUkJ49A7y4Gr6SNHHBfLgalNJuvLj6SH4I77y4G/4l4IQBfXhAL7y4+34',
    'KMj6UhXL/8kqUENt4wTIz5Jxz+6KFss/KM8LByfPFMsvE8wjbpQzAs+Blc+DE8sH4snIBgHQMe1E0NP/0wfU9ATU0QXTPzHT/9Mv',
    '0wfT/9dM+CjI+lIVy//JKcjPhNDMzPkWyM+KAEDL/89Q+JLHBfLj6iX5ALry4+slvvLj7PgjvvLgbyB49IZvpZCK6F8DA8jL/xLL',
    'B8z0AMzJ7VQIAVyJzxZdyM+E0MzM+RbPC/+BAI3PC3QSzBLMzMmAUPsAA6TIy/8SywfM9ADMye1UBwAFYgBAAIIB1NHQ1ywnicDy',
    '3JfTB9dMAfsAjiVsM9csIOhn3pyS8j/h0wfU9AUiwgDy4+4hePSGb6Vb+kgx0VUS4iF49HxvpQAfsMr7UTQ0//TB9T0BNQx0YABb',
    'sMn7UTQ0/8x0wcx1DH0BDHU0fgoyPpSEsv/yQHIz4TQzMz5FsjPigBAy//PUIA==',
  ].join(''),
};
