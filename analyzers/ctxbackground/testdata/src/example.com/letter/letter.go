// Package letter stands for a library of messages that carry a context.
package letter

import "context"

type Letter struct {
	ctx  context.Context
	text string
}

func NewLetter(text string) *Letter { return &Letter{context.Background(), text} }

func NewLetterWithContext(ctx context.Context, text string) *Letter { return &Letter{ctx, text} }
