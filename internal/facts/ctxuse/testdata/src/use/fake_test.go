package use

import "context"

type fakeResolver map[string]bool

func (f fakeResolver) resolve(_ context.Context, name string) (bool, error) { return f[name], nil }
