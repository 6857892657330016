package c // want package:"handles signals when imported"

import "b"

func Answer() int { // want Answer:"handles signals"
	b.Wait()
	return 42
}
