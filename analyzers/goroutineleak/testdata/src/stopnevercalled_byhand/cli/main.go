// Package cli is run by hand, and ends when it has printed what was asked for.
package cli

import (
	"fmt"

	"example.com/sessions"
)

func count() {
	s := sessions.New() // want `nothing ever calls`
	fmt.Println(s.Len())
}
