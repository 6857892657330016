package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// inputs is what every analyzer of the suite wants to know of a package's files.
// It is computed once per package, and only for packages in which a check runs.
type inputs struct {
	files      map[*token.File]*fileInfo
	directives []*directive.Directive // outside generated files
}

type fileInfo struct {
	ast       *ast.File
	generated bool
	rewritten bool // by cgo: offsets are not the user's
	test      bool
	version   string
}

var inputsAnalyzer = &analysis.Analyzer{
	Name:       "lifecyclelintinputs",
	Doc:        "generated files, versions and ignore directives of a package",
	ResultType: reflect.TypeFor[func() *inputs](),
	Run: func(pass *analysis.Pass) (any, error) {
		return sync.OnceValue(func() *inputs { return newInputs(pass) }), nil
	},
}

func inputsOf(pass *analysis.Pass) *inputs {
	return pass.ResultOf[inputsAnalyzer].(func() *inputs)()
}

func newInputs(pass *analysis.Pass) *inputs {
	in := &inputs{files: make(map[*token.File]*fileInfo, len(pass.Files))}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		info := &fileInfo{
			ast:       f,
			generated: isGenerated(f), // includes what cgo rewrote
			rewritten: pass.Fset.Position(f.Package).Filename != tf.Name(),
			test:      strings.HasSuffix(tf.Name(), "_test.go") || isMock(tf.Name()) || helpsTests(pass.Pkg, f),
			version:   goversion.Of(pass.TypesInfo, pass.Pkg, f),
		}
		in.files[tf] = info
		if !info.generated {
			in.directives = append(in.directives, directive.Parse(pass.Fset, f)...)
		}
	}
	return in
}

// isMock reports whether a file holds stand-ins for tests, as its
// name says by convention: conn_mock.go, mock_conn.go.
func isMock(name string) bool {
	base := filepath.Base(name)
	return strings.HasSuffix(base, "_mock.go") || strings.HasPrefix(base, "mock_")
}

// helpsTests reports whether f imports testing, or a library for tests: whatever
// its name, it is part of what tests use, where a leak ends with the process. So does
// a package called test that is made with one of those.
func helpsTests(pkg *types.Package, f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
		return testLibraries[spec.Path.Value] || strings.HasSuffix(spec.Path.Value, `/test"`) && slices.ContainsFunc(pkg.Imports(), func(dep *types.Package) bool {
			return strconv.Quote(dep.Path()) == spec.Path.Value && slices.ContainsFunc(dep.Imports(), func(lib *types.Package) bool { return testLibraries[strconv.Quote(lib.Path())] })
		})
	})
}

// testLibraries are packages that nothing but tests is made with.
var testLibraries = map[string]bool{
	`"testing"`:                                     true,
	`"github.com/golang/mock/gomock"`:               true,
	`"go.uber.org/mock/gomock"`:                     true,
	`"github.com/onsi/ginkgo"`:                      true,
	`"github.com/onsi/ginkgo/v2"`:                   true,
	`"github.com/onsi/gomega"`:                      true,
	`"github.com/ory/dockertest"`:                   true,
	`"github.com/ory/dockertest/v3"`:                true,
	`"github.com/stretchr/testify/assert"`:          true,
	`"github.com/stretchr/testify/mock"`:            true,
	`"github.com/stretchr/testify/require"`:         true,
	`"github.com/stretchr/testify/suite"`:           true,
	`"github.com/testcontainers/testcontainers-go"`: true,
	`"sigs.k8s.io/controller-runtime/pkg/envtest"`:  true,
}
