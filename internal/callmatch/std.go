package callmatch

import (
	"go/types"
	"strings"
)

// std are the first elements of the paths of the standard library. That the first element has no dot is the go command's
// rule of thumb for these, and does not do here: the module of a program is often called app, or service.
var std = map[string]bool{
	"archive": true, "bufio": true, "builtin": true, "bytes": true, "cmd": true, "cmp": true, "compress": true,
	"container": true, "context": true, "crypto": true, "database": true, "debug": true, "embed": true, "encoding": true,
	"errors": true, "expvar": true, "flag": true, "fmt": true, "go": true, "hash": true, "html": true, "image": true,
	"index": true, "internal": true, "io": true, "iter": true, "log": true, "maps": true, "math": true, "mime": true,
	"net": true, "os": true, "path": true, "plugin": true, "reflect": true, "regexp": true, "runtime": true, "slices": true,
	"sort": true, "strconv": true, "strings": true, "structs": true, "sync": true, "syscall": true, "testing": true,
	"text": true, "time": true, "unicode": true, "unique": true, "unsafe": true, "uuid": true, "vendor": true, "weak": true,
}

// StdPath reports whether a path is that of a package of the standard library.
func StdPath(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return std[first]
}

// Std reports whether obj is of the standard library, or of none.
func Std(obj types.Object) bool { return obj.Pkg() == nil || StdPath(obj.Pkg().Path()) }
