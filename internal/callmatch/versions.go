package callmatch

import "strings"

// sameAPI are modules and packages whose functions and types are those of another one, mostly another major version, by
// whose path the catalog names them.
var sameAPI = map[string]string{
	"github.com/labstack/echo":    "github.com/labstack/echo/v4",
	"github.com/labstack/echo/v5": "github.com/labstack/echo/v4",
	"github.com/go-chi/chi":       "github.com/go-chi/chi/v5",
	"golang.org/x/net/context":    "context",
}

// wasInterface are the types that are interfaces in the version that the catalog names, and structs in others.
var wasInterface = map[string]bool{
	"github.com/labstack/echo/v4.Context": true,
}

// versioned returns the path by which the catalog names the package of a path.
func versioned(path string) string {
	if !strings.HasPrefix(path, "github.com/labstack/echo") && !strings.HasPrefix(path, "github.com/go-chi/chi") && path != "golang.org/x/net/context" {
		return path
	}
	for module, other := range sameAPI {
		rest, ok := strings.CutPrefix(path, module)
		if ok && (rest == "" || rest[0] == '/' && !isVersion(rest)) {
			return other + rest
		}
	}
	return path
}

// isVersion reports whether what follows the path of a module begins with a major version.
func isVersion(rest string) bool {
	return len(rest) > 2 && rest[1] == 'v' && rest[2] >= '0' && rest[2] <= '9'
}
