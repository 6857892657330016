package sharedmapincontext

import "context"

type heldKey struct{}

func markHeld(ctx context.Context, name string) context.Context {
	keys, ok := ctx.Value(heldKey{}).(map[string]bool)
	if !ok {
		keys = make(map[string]bool)
	}
	keys[name] = true // want `data race: keys is written, and it is the map that ctx\.Value returned at line \d+, which all goroutines with the context share`
	return context.WithValue(ctx, heldKey{}, keys)
}

type tags map[string]string

func fromContext(ctx context.Context) tags {
	t, _ := ctx.Value(tags(nil)["x"]).(tags)
	return t
}

// Through a function of this package.
func setTag(ctx context.Context, name, value string) context.Context {
	t := fromContext(ctx)
	t[name] = value // want `data race: t is written, and it is the map that ctx\.Value returned at line \d+, which all goroutines with the context share`
	return context.WithValue(ctx, heldKey{}, t)
}

func dropTag(ctx context.Context, name string) context.Context {
	t := ctx.Value(heldKey{}).(map[string]string)
	delete(t, name) // want `data race: t is written, and it is the map that ctx\.Value returned at line \d+, which all goroutines with the context share`
	return context.WithValue(ctx, heldKey{}, t)
}

func withTags(ctx context.Context, t map[string]string) context.Context {
	return context.WithValue(ctx, heldKey{}, t)
}

// One copy, before the loop.
func markAll(ctx context.Context, names []string) context.Context {
	t, _ := ctx.Value(heldKey{}).(map[string]string)
	if t == nil {
		t = make(map[string]string)
	}
	for _, name := range names {
		t[name] = "" // want `data race: t is written, and it is the map that ctx\.Value returned at line \d+, which all goroutines with the context share`
	}
	return withTags(ctx, t)
}
