package envconfig

import "context"

func Process(ctx context.Context, i any) error { return nil }
