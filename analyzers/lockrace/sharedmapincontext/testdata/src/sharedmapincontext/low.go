package sharedmapincontext

import "context"

// Meant for everybody who has the context to see.
func (t tags) note(ctx context.Context, name string) {
	all, _ := ctx.Value(heldKey{}).(map[string]bool)
	all[name] = true // want `data race: all is written, and it is the map that ctx\.Value returned at line \d+, which all goroutines with the context share`
}
