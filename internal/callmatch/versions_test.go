package callmatch_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Other major versions have the names of the one in the catalog.
func TestVersions(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"github.com/labstack/echo":               "(github.com/labstack/echo/v4.Context).JSON",
		"github.com/labstack/echo/v4":            "(github.com/labstack/echo/v4.Context).JSON",
		"github.com/labstack/echo/v5":            "(github.com/labstack/echo/v4.Context).JSON",
		"github.com/labstack/echo/v5/middleware": "(*github.com/labstack/echo/v4/middleware.Context).JSON",
		"github.com/labstack/echo/v6":            "(*github.com/labstack/echo/v6.Context).JSON",
		"github.com/labstack/echo-contrib":       "(*github.com/labstack/echo-contrib.Context).JSON",
		"github.com/go-chi/chi":                  "(*github.com/go-chi/chi/v5.Context).JSON",
		"golang.org/x/net/context":               "(*context.Context).JSON",
		"golang.org/x/net/context/ctxhttp":       "(*golang.org/x/net/context/ctxhttp.Context).JSON",
	} {
		pkg := types.NewPackage(path, "p")
		named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Context", nil), types.NewStruct(nil, nil), nil)
		recv := types.NewVar(token.NoPos, pkg, "c", types.NewPointer(named))
		fn := types.NewFunc(token.NoPos, pkg, "JSON", types.NewSignatureType(recv, nil, nil, nil, nil, false))
		if got := callmatch.Name(fn); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
