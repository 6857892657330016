// Package safe runs functions in goroutines.
package safe

import "log"

// Go runs f in a goroutine, and logs its panic.
func Go(f func()) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(r)
			}
		}()
		f()
	}()
}

// Each runs f for each of n, one after the other.
func Each(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}
