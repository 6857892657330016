package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	auditout "github.com/lifecyclelint/lifecyclelint/internal/output/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

// auditFlags is the set of flags of the audit command.
type auditFlags struct {
	format, out string
	steps       bool
	diff        string
	baseline    string
	quiet       bool
	manifests   []string
	mapping     map[string]string
	stdin       io.Reader
	rendered    []byte
	profileFlags
}

// auditFormats are the forms in which a report can be written.
func (a *auditFlags) formats() map[string]func(io.Writer, *audit.Report) error {
	return map[string]func(io.Writer, *audit.Report) error{
		"table":    func(w io.Writer, r *audit.Report) error { return auditout.Table(w, r, a.steps) },
		"markdown": auditout.Markdown,
		"json":     auditout.JSON,
		"html":     auditout.HTML,
	}
}

func (a *auditFlags) register(fs *pflag.FlagSet) {
	names := slices.Sorted(maps.Keys(a.formats()))
	fs.StringVar(&a.format, "format", "table", "format of the report: "+strings.Join(names, ", "))
	fs.StringVarP(&a.out, "out", "o", "", "file to write the report to, instead of the standard output")
	fs.BoolVar(&a.steps, "steps", false, "with --format table, show in which order each service starts and stops")
	fs.StringSliceVar(&a.manifests, "manifests", nil, "Compose files, Kubernetes manifests and directories of them; - for rendered ones on the standard input (default: those in the usual places)")
	fs.StringToStringVar(&a.mapping, "map", nil, "which main package runs in a container, as name=package or image=package, where that is not found out")
	a.profileFlags.register(fs)
	fs.StringVar(&a.baseline, "baseline", "", "show what is better or worse than in this earlier report, which --format json wrote")
	fs.BoolVar(&a.quiet, "quiet", false, "write nothing where the checks have no finding and nothing has become worse")
	fs.StringVar(&a.diff, "diff", "", "show what is better or worse than at this revision; merge-base stands for where the branch began")
}

func (a *auditFlags) validate() error {
	if _, ok := a.formats()[a.format]; !ok {
		return fmt.Errorf("--format is %q, want %s", a.format, strings.Join(slices.Sorted(maps.Keys(a.formats())), ", "))
	}
	if a.diff != "" && a.baseline != "" {
		return errors.New("--diff and --baseline are two ways to say the same: give one")
	}
	if a.out == "" {
		return nil
	}
	if err := writable(a.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

func newAudit() *cobra.Command {
	var sel selection
	var g gate
	var a auditFlags
	cmd := &cobra.Command{
		Use:   "audit [packages]",
		Short: "report how each service starts, runs and stops",
		Long: `audit tells for every program that serves, or that handles signals, what it
does about signals, servers, probes, workers, stores, clients and logs, in which
order it stops, and how long that may take. Each answer names the line that
proves it; what cannot be seen is said to be unknown. The findings of the checks
become a plan.

It reports and fails nothing, unless --fail-on says which findings fail it.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			if err := errors.Join(a.validate(), g.validate()); err != nil {
				return usage(err)
			}
			cfg, err := sel.driver(args)
			if err != nil {
				return err
			}
			a.stdin = cmd.InOrStdin()
			cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
			r, err := a.report(cmd.Context(), cfg)
			clearProgress(cfg.Progress)
			if err != nil {
				return err
			}
			if a.quiet && r.Silent() {
				return nil
			}
			if err := a.write(cmd.OutOrStdout(), r); err != nil {
				return err
			}
			return g.verdict(&driver.Result{Findings: r.Findings, Problems: r.Problems})
		},
	}
	sel.register(cmd.Flags())
	g.register(cmd.Flags(), string(finding.None))
	a.register(cmd.Flags())
	return cmd
}

// report makes the report of the configured packages, with what profiles say and compared
// with an older one if that is asked for.
func (a *auditFlags) report(ctx context.Context, cfg driver.Config) (*audit.Report, error) {
	r, checked, err := a.reportAt(ctx, cfg)
	if err == nil && a.diff != "" {
		err = a.compare(ctx, cfg, r)
	}
	if err == nil && a.baseline != "" {
		err = a.earlier(r)
	}
	if err == nil && len(a.profiles) > 0 {
		err = a.addLeaks(ctx, cfg, checked, r)
	}
	return r, err
}

// addLeaks adds what profiles say of the services.
func (a *auditFlags) addLeaks(ctx context.Context, cfg driver.Config, checked *driver.Result, r *audit.Report) error {
	confirmed, err := a.profileFlags.report(ctx, cfg, checked)
	if err != nil {
		return err
	}
	programs, err := driver.Programs(ctx, cfg)
	if err != nil {
		return err
	}
	r.AddLeaks(confirmed, programs, checked.Places)
	return nil
}

// earlier adds what is better or worse than in an earlier report.
func (a *auditFlags) earlier(r *audit.Report) error {
	data, err := os.ReadFile(a.baseline)
	if err != nil {
		return usage(fmt.Errorf("--baseline: %w", err))
	}
	old := new(audit.Report)
	if err := json.Unmarshal(data, old); err != nil || old.Version != audit.Version {
		return usage(fmt.Errorf("--baseline: %s is no report of version %d that audit --format json wrote", a.baseline, audit.Version))
	}
	r.Compare(old, a.baseline)
	return nil
}

// compare adds what is better or worse than at an older revision.
func (a *auditFlags) compare(ctx context.Context, cfg driver.Config, r *audit.Report) error {
	var old *audit.Report
	err := driver.AtRevision(ctx, cfg, a.diff, func(base driver.Config) (err error) {
		old, _, err = a.reportAt(ctx, base)
		return err
	})
	var mistake *driver.UsageError
	if err != nil && !errors.As(err, &mistake) { // a package that is new is no package there
		return fmt.Errorf("auditing %s: %w", a.diff, err)
	}
	if old == nil {
		if err != nil {
			return err
		}
		old = new(audit.Report)
	}
	for _, p := range old.Problems {
		r.Problems = append(r.Problems, driver.Problem{Package: p.Package, Message: "at " + a.diff + ": " + p.Message})
	}
	r.Compare(old, a.diff)
	return nil
}

func (a *auditFlags) reportAt(ctx context.Context, cfg driver.Config) (*audit.Report, *driver.Result, error) {
	dir := cfg.Dir
	if dir == "" {
		var err error
		if dir, err = os.Getwd(); err != nil {
			return nil, nil, err
		}
	}
	checked, err := driver.Check(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	services, err := driver.Audit(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	r := audit.New(dir, services, checked)
	src, err := a.sources()
	if err != nil {
		return nil, nil, err
	}
	if err := r.Deploy(src); err != nil {
		return nil, nil, usage(err)
	}
	r.MakePlan()
	return r, checked, nil
}

// sources reads what comes on the standard input, once: an older revision has
// what is rendered now.
func (a *auditFlags) sources() (audit.Sources, error) {
	src := audit.Sources{Map: a.mapping}
	for _, name := range a.manifests {
		if name != "-" {
			src.Files = append(src.Files, name)
		} else if a.rendered == nil {
			data, err := io.ReadAll(a.stdin)
			if err != nil {
				return src, err
			}
			a.rendered = append([]byte{}, data...)
		}
	}
	src.Stdin = a.rendered
	return src, nil
}

func (a *auditFlags) write(stdout io.Writer, r *audit.Report) error {
	var buf bytes.Buffer
	if err := a.formats()[a.format](&buf, r); err != nil {
		return err
	}
	if a.out != "" {
		return scratch.WriteFile(a.out, buf.Bytes())
	}
	_, err := buf.WriteTo(stdout)
	return err
}
