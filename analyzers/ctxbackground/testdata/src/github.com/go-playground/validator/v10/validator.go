// Package validator stands in for the validator of that name.
package validator

import "context"

type Validate struct {
	funcs map[string]func(ctx context.Context, field any) bool
}

func (v *Validate) Var(field any, tag string) error {
	return v.VarCtx(context.Background(), field, tag)
}

func (v *Validate) VarCtx(ctx context.Context, field any, tag string) error {
	v.funcs[tag](ctx, field)
	return nil
}
