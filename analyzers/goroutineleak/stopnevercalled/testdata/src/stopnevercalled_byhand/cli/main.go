// Package cli is run by hand, and ends when it has printed what was asked for.
package cli

import (
	"fmt"

	"example.com/sessions"
)

func count() {
	s := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked`
	fmt.Println(s.Len())
}
