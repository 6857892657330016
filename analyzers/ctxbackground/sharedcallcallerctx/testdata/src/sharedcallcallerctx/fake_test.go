package sharedcallcallerctx

import "context"

// A fake knows everything at once, which says nothing of the real thing.
type fakeNames map[string]string

func (f fakeNames) lookup(_ context.Context, name string) (string, error) { return f[name], nil }
