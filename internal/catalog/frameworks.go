package catalog

import "time"

// KeptRuns are calls that run functions which are kept in fields, in this order: the
// commands of a command line.
var KeptRuns = map[string][]string{
	"(*github.com/urfave/cli.App).Run":           {"github.com/urfave/cli.App.Before", "github.com/urfave/cli.App.Action", "github.com/urfave/cli.Command.Action", "github.com/urfave/cli.App.After"},
	"(*github.com/urfave/cli/v2.App).Run":        urfave2,
	"(*github.com/urfave/cli/v2.App).RunContext": urfave2,
	"(*github.com/urfave/cli/v3.Command).Run":    {"github.com/urfave/cli/v3.Command.Before", "github.com/urfave/cli/v3.Command.Action", "github.com/urfave/cli/v3.Command.After"},
	"(*github.com/alecthomas/kong.Context).Run":  {KongCommands},
}

var urfave2 = []string{"github.com/urfave/cli/v2.App.Before", "github.com/urfave/cli/v2.App.Action", "github.com/urfave/cli/v2.Command.Action", "github.com/urfave/cli/v2.App.After"}

// ContextRuns run a command line with the context in argument Arg, which its commands get by
// Key; CommandContexts return the context of such a key.
var (
	ContextRuns = map[string]struct {
		Arg int
		Key string
	}{
		"(*github.com/spf13/cobra.Command).ExecuteContext":  {0, cobraContext},
		"(*github.com/spf13/cobra.Command).ExecuteContextC": {0, cobraContext},
		"(*github.com/urfave/cli/v2.App).RunContext":        {0, "github.com/urfave/cli/v2.Context.Context"},
	}
	CommandContexts = map[string]string{"(*github.com/spf13/cobra.Command).Context": cobraContext}
)

const cobraContext = "github.com/spf13/cobra.Command.ctx"

// KeptCommands are fields in which what the commands of a command line do is kept: a process
// runs one of them.
var KeptCommands = map[string]bool{
	"github.com/spf13/cobra.Command.Run":               true,
	"github.com/spf13/cobra.Command.RunE":              true,
	"github.com/urfave/cli.Command.Action":             true,
	"github.com/urfave/cli/v2.Command.Action":          true,
	"github.com/urfave/cli/v3.Command.Action":          true,
	"github.com/peterbourgon/ff/v3/ffcli.Command.Exec": true,
	KongCommands: true,
}

// KongCommands is under what the Run methods of a grammar's commands are kept.
const KongCommands = "github.com/alecthomas/kong command"

// Grammars are calls that are given, as argument Arg, a struct whose fields with the tag
// Tag are commands: the method Method of such a field's type is what the command does.
var Grammars = map[string]struct {
	Arg              int
	Tag, Method, Key string
}{
	"github.com/alecthomas/kong.Parse": {0, "cmd", "Run", KongCommands},
	"github.com/alecthomas/kong.New":   {0, "cmd", "Run", KongCommands},
}

// Containers are calls that call the functions they are given when the program starts:
// those of dependency injection.
var Containers = map[string]bool{
	"go.uber.org/fx.Provide":               true,
	"go.uber.org/fx.Invoke":                true,
	"(*go.uber.org/dig.Container).Provide": true,
	"(*go.uber.org/dig.Container).Invoke":  true,
}

// A HookRun is what runs hooks that are kept in fields: those of Before, then it waits for
// SIGINT and SIGTERM, then those of After, last ones first.
type HookRun struct{ Before, After string }

// HookRuns run the hooks of an application.
var HookRuns = map[string]HookRun{
	"(*go.uber.org/fx.App).Run": {"go.uber.org/fx.Hook.OnStart", "go.uber.org/fx.Hook.OnStop"},
}

// A SignalServer serves with the handler in argument Handler until it gets a signal, and
// then lets requests finish for Limit.
type SignalServer struct {
	Handler int
	Signals string
	Limit   time.Duration
}

// SignalServers serve and stop by themselves.
var SignalServers = map[string]SignalServer{
	"github.com/fvbock/endless.ListenAndServe":    {1, "SIGINT, SIGTERM", time.Minute},
	"github.com/fvbock/endless.ListenAndServeTLS": {3, "SIGINT, SIGTERM", time.Minute},
}

// A ManagerRun starts what a manager has been given, and stops it when the context in
// argument Context ends; it serves the probes that are registered.
type ManagerRun struct{ Context int }

// ManagerRuns run managers; ManagerChecks give one a probe, with the path that it has by
// default; SignalContexts return a context that SIGINT and SIGTERM end.
var (
	ManagerRuns = map[string]ManagerRun{
		"(sigs.k8s.io/controller-runtime/pkg/manager.Manager).Start": {0},
	}
	ManagerChecks = map[string]string{
		"(sigs.k8s.io/controller-runtime/pkg/manager.Manager).AddHealthzCheck": "/healthz",
		"(sigs.k8s.io/controller-runtime/pkg/manager.Manager).AddReadyzCheck":  "/readyz",
	}
	SignalContexts = map[string]bool{
		"sigs.k8s.io/controller-runtime/pkg/manager/signals.SetupSignalHandler": true,
		"sigs.k8s.io/controller-runtime.SetupSignalHandler":                     true, // a variable
	}
)
