package usedbeforeerror

import (
	"context"
	"log"
)

// forget drops the error of a function whose body is not known here.
func forget(ctx context.Context, t tracker) {
	_, resp, _ := t.Create(ctx, "east") // want `panic where t.Create fails`
	log.Print(resp.page)
}
