package textbook

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
)

// Packages are the import paths that shapes need not give.
var Packages = []string{
	"bufio", "bytes", "cmp", "context", "crypto/rand", "crypto/tls", "database/sql", "embed", "encoding/json", "errors", "expvar",
	"flag", "fmt", "hash/fnv", "io", "io/fs", "iter", "log", "log/slog", "maps", "math", "net", "net/http", "net/http/httptest",
	"net/http/httputil", "net/http/pprof", "net/netip", "net/rpc", "net/smtp", "net/url", "os", "os/exec", "os/signal", "os/user",
	"path", "path/filepath", "reflect", "regexp", "runtime", "runtime/debug", "slices", "sort", "strconv", "strings", "sync",
	"sync/atomic", "syscall", "text/template", "time", "unicode",
	"golang.org/x/sync/errgroup", "golang.org/x/sync/semaphore", "golang.org/x/sync/singleflight",
	"github.com/lifecyclelint/lifecyclelint/lifecycle",
}

// addImports puts the imports that the file needs after its package clause.
func addImports(src string, own map[string]string) (string, error) {
	from := make(map[string]string)
	for _, p := range Packages {
		from[path.Base(p)] = p
	}
	maps.Copy(from, own)
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, numbered(src))
	}
	needed := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// The parser resolves what the file declares; the rest are packages.
		if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil && from[id.Name] != "" {
			needed[id.Name] = true
		}
		return true
	})
	clause, rest, _ := strings.Cut(src, "\n")
	return clause + "\n" + importBlock(needed, from) + rest, nil
}

// importBlock writes the imports, the standard library's first.
func importBlock(needed map[string]bool, from map[string]string) string {
	var std, others []string
	for name := range needed {
		line := fmt.Sprintf("\t%q\n", from[name])
		if path.Base(from[name]) != name {
			line = fmt.Sprintf("\t%s %q\n", name, from[name])
		}
		if first, _, _ := strings.Cut(from[name], "/"); strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			std = append(std, line)
		}
	}
	if len(needed) == 0 {
		return ""
	}
	slices.Sort(std)
	slices.Sort(others)
	return "\nimport (\n" + strings.Join(std, "") + "\n" + strings.Join(others, "") + ")\n"
}

func numbered(src string) string {
	var b strings.Builder
	for i, line := range strings.Split(src, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", i+1, line)
	}
	return b.String()
}
