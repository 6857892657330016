// Package setup says whether an object may not be shared yet where it is accessed: before the first
// goroutine, in a constructor or what that calls, by an option, or by a method that makes it ready. It
// asks holding what is held at calls, origin where a value comes from, and requests what handlers are.
package setup
