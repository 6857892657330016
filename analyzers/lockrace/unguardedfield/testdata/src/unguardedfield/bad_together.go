package unguardedfield

import (
	"fmt"
	"net/http"
)

// What is counted and what is returned belong together.
type numbers struct {
	last int
}

func (n *numbers) next() int {
	n.last++ // want `data race: n.last is written by requests`
	return n.last
}

func (n *numbers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, n.next())
}
