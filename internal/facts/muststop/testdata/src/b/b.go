package b

import "a"

func Wrap() *a.T { // want Wrap:"needs Stop or Close"
	return a.New()
}

func Kept() {
	t := a.New()
	t.Stop()
}
