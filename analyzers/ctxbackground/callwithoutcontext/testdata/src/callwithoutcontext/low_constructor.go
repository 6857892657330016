package callwithoutcontext

import (
	"context"

	"example.com/letter"
)

// The letter carries the context, and nothing is known to end with that.
func write(ctx context.Context, text string) *letter.Letter {
	return letter.NewLetter(text) // want `letter.NewLetter ignores ctx`
}
