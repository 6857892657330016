package catalog

// Hooks register functions that run when something ends. The functions are
// argument Arg, or the field Field of the struct literal that is. Last is set
// when the last one registered runs first, AtOnce when they run beside what they
// should wait for. Actor is the argument that runs until then, -1 for none.
// Later is set when further arguments may put a function off.
var Hooks = map[string]struct {
	Arg          int
	Field        string
	Last, AtOnce bool
	Actor        int
	Later        bool
}{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.OnShutdown":              {Last: true, Actor: -1, Later: true},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.OnShutdownErr":           {Last: true, Actor: -1, Later: true},
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).OnShutdown":    {Last: true, Actor: -1, Later: true},
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).OnShutdownErr": {Last: true, Actor: -1, Later: true},
	"(go.uber.org/fx.Lifecycle).Append":                                        {Field: "OnStop", Last: true, Actor: -1},
	"(*net/http.Server).RegisterOnShutdown":                                    {AtOnce: true, Actor: -1},
	"(*github.com/oklog/run.Group).Add":                                        {Arg: 1, AtOnce: true},
}

// HookFields are the fields of a struct that holds functions, in the order in
// which these run.
var HookFields = map[string][]string{
	"github.com/spf13/cobra.Command": {"Run", "RunE", "PostRun", "PostRunE", "PersistentPostRun", "PersistentPostRunE"},
}

// Injectors register with a dependency injection container what makes values and what gets
// them: "app" puts it together, "provide" takes constructors, "annotate" a function and
// what comes with it, of which "hook" ends the value.
var Injectors = map[string]string{
	"go.uber.org/fx.New":      "app",
	"go.uber.org/fx.Options":  "use",
	"go.uber.org/fx.Module":   "use",
	"go.uber.org/fx.Invoke":   "use",
	"go.uber.org/fx.Decorate": "use",
	"go.uber.org/fx.Provide":  "provide",
	"go.uber.org/fx.Annotate": "annotate",
	"go.uber.org/fx.OnStop":   "hook",
}

// FuncWrappers make a function out of argument Arg that calls it, or its method
// Method.
var FuncWrappers = map[string]struct {
	Arg    int
	Method string
}{
	"go.uber.org/fx.StopHook": {},
	"sync.OnceFunc":           {},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Func":   {},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Closer": {Method: "Close"},
}

// RunsNow call the function given as argument Arg, before they return.
var RunsNow = map[string]struct{ Arg int }{
	"(*sync.Once).Do": {0},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Within":   {1},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.WithLock": {1},
}

// Phases are options that put a hook into the phase given as argument.
var Phases = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.InPhase": true,
}

// CommandTypes are structs whose functions are what a program does for one of
// its commands.
var CommandTypes = map[string]bool{
	"github.com/spf13/cobra.Command":   true,
	"github.com/urfave/cli.Command":    true,
	"github.com/urfave/cli/v2.Command": true,
	"github.com/urfave/cli/v2.App":     true,
	"github.com/urfave/cli/v3.Command": true,
}

// CommandArgs are what the function of a command is given: the command, or its
// flags.
var CommandArgs = map[string]bool{
	"flag.FlagSet": true,
	"github.com/alecthomas/kingpin/v2.ParseContext": true,
	"github.com/alecthomas/kong.Context":            true,
	"github.com/spf13/cobra.Command":                true,
	"github.com/spf13/pflag.FlagSet":                true,
	"github.com/urfave/cli.Context":                 true,
	"github.com/urfave/cli/v2.Context":              true,
	"github.com/urfave/cli/v3.Command":              true,
}

// ProcessUses are what hangs on the process-wide default of the runtime package: it ends when
// the shutdown of the process does that, and never where no main lets it.
var ProcessUses = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Context":       true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Go":            true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.OnShutdown":    true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.OnShutdownErr": true,
}

// ProcessRuns end what ProcessUses have started. New is one: code that makes a server runs
// it.
var ProcessRuns = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Main":               true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.ListenAndServe":     true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Serve":              true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Shutdown":           true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.New":                true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).Run":      true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).Serve":    true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).Shutdown": true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Server).Stop":     true,
}
