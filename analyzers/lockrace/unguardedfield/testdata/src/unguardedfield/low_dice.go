package unguardedfield

import "math/rand"

// dice is a source that is not safe for concurrent use; callers of a function of a package take it
// to be.
var dice = rand.NewSource(1)

func Roll() int64 {
	return dice.Int63() % 6 // want `data race: dice is used in a function that may be called concurrently, and no mutex guards it`
}
