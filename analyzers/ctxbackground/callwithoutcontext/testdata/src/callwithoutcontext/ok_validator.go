package callwithoutcontext

import (
	"context"

	"github.com/go-playground/validator/v10"
)

func validated(ctx context.Context, v *validator.Validate, s string) error {
	return v.Var(s, "email")
}
