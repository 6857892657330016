package malformedinput

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// maxWraps bounds how many readers wrap a file.
const maxWraps = 4

// ofKernel reports whether a call reads a file that the kernel writes, whose form does not change:
//
//	f, err := os.Open("/proc/modules")
//	scanner := bufio.NewScanner(f)
//	… scanner.Text()
func ofKernel(call *ssa.Call, depth int) bool {
	if len(call.Call.Args) == 0 || depth == 0 {
		return false
	}
	if c, ok := call.Call.Args[0].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		name := constant.StringVal(c.Value)
		return strings.HasPrefix(name, "/proc/") || strings.HasPrefix(name, "/sys/")
	}
	from := call.Call.Args[0]
	if made, ok := from.(*ssa.MakeInterface); ok {
		from = made.X
	}
	if extract, ok := from.(*ssa.Extract); ok {
		from = extract.Tuple
	}
	made, ok := from.(*ssa.Call)
	return ok && ofKernel(made, depth-1)
}
