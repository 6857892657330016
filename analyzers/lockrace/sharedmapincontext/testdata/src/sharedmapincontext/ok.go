package sharedmapincontext

import (
	"context"
	"maps"
	"sync"
)

func markHeld2(ctx context.Context, name string) context.Context {
	old, _ := ctx.Value(heldKey{}).(map[string]bool)
	keys := make(map[string]bool, len(old)+1)
	maps.Copy(keys, old)
	keys[name] = true
	return context.WithValue(ctx, heldKey{}, keys)
}

// Copied into the same variable.
func cloned(ctx context.Context, name string) context.Context {
	keys, ok := ctx.Value(heldKey{}).(map[string]bool)
	if ok {
		keys = maps.Clone(keys)
	} else {
		keys = make(map[string]bool)
	}
	keys[name] = true
	return context.WithValue(ctx, heldKey{}, keys)
}

// Only read.
func isHeld(ctx context.Context, name string) bool {
	keys, _ := ctx.Value(heldKey{}).(map[string]bool)
	return keys[name]
}

type shared struct {
	mu   sync.Mutex
	tags map[string]string
}

// A lock is held.
func (s *shared) set(ctx context.Context, name, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, _ := ctx.Value(heldKey{}).(map[string]string)
	t[name] = value
}

type values map[string]any

func (v values) Value(key string) any { return v[key] }

// Not a context.
func other(v values) {
	m, _ := v.Value("m").(map[string]bool)
	m["x"] = true
}
