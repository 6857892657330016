package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/baseline"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// known is the set of flags that say which findings are not new: those of a baseline, and
// those of an older revision.
type known struct {
	baseline string
	newFrom  string

	name     string             // of the baseline, as the flag or the configuration has it
	accepted *baseline.Baseline // nil for none
	sel      *selection
}

func (k *known) register(fs *pflag.FlagSet) {
	k.registerBaseline(fs)
	fs.StringVar(&k.newFrom, "new-from", "", "report only what this revision does not have; merge-base stands for where the branch began")
}

func (k *known) registerBaseline(fs *pflag.FlagSet) {
	fs.StringVar(&k.baseline, "baseline", "", "file of accepted findings, which are not reported")
}

// load reads the baseline and looks up the revision, so that a mistake is reported before
// the analysis.
func (k *known) load(cmd *cobra.Command, sel *selection) error {
	k.sel = sel
	if k.name = baselineFile(k.baseline, sel.config); k.name != "" {
		b, err := baseline.Load(k.name)
		if err != nil {
			return usage(err)
		}
		k.accepted = b
	}
	if k.newFrom == "" {
		return nil
	}
	return driver.FindRevision(cmd.Context(), "", k.newFrom)
}

// subtract takes the known findings out of res.
func (k *known) subtract(cmd *cobra.Command, cfg driver.Config, res *driver.Result) error {
	if k.accepted != nil {
		stale := k.accepted.Stale(slices.Concat(res.Findings, res.Below), coveredBy(res, k.name, k.sel))
		fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s accepts %s\n", k.name, finding.Count(k.accept(res), "finding"))
		if len(stale) > 0 && len(res.Problems) == 0 { // else they may be where nothing was analyzed
			fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: no finding matches %s of it any more; lifecyclelint baseline prune removes such lines\n", finding.Count(len(stale), "line"))
		}
	}
	if k.newFrom == "" {
		return nil
	}
	fresh, err := driver.NewFrom(cmd.Context(), cfg, k.newFrom, res)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s not reported, which %s has too\n", finding.Count(len(res.Findings)-len(fresh), "finding"), k.newFrom)
	if k.newFrom == driver.MergeBase && driver.IsHead(cmd.Context(), cfg, k.newFrom) {
		fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s is the commit that is checked out: only changes that are not committed can be new\n", k.newFrom)
	}
	res.Findings = fresh
	return nil
}

// accept takes the findings of the baseline out of res, and counts them.
func (k *known) accept(res *driver.Result) int {
	if k.accepted == nil {
		return 0
	}
	fresh, accepted := k.accepted.Split(res.Findings)
	res.Findings, res.Suppressed = fresh, append(res.Suppressed, accepted...)
	return len(accepted)
}

// baselineFile returns the file a flag names, or the configuration, relative to
// its own place.
func baselineFile(flag string, c *config.Config) string {
	if flag != "" || c.Baseline == "" || filepath.IsAbs(c.Baseline) {
		if flag == "" {
			return c.Baseline
		}
		return flag
	}
	return filepath.Join(filepath.Dir(c.File), c.Baseline)
}

// defaultBaseline is where a baseline is kept when nothing says otherwise.
const defaultBaseline = ".lifecyclelint-baseline"

func newBaseline() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "accept the findings there are, to fail on new ones only",
		Args: func(*cobra.Command, []string) error {
			return usage(fmt.Errorf("baseline wants create, update or prune"))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(
		baselineCommand("create", "write a baseline of all findings; it must not exist", func(b baselines) (*baseline.Baseline, error) {
			if b.old != nil {
				return nil, usage(fmt.Errorf("%s is there already; baseline update replaces it", b.file))
			}
			return b.now, nil
		}),
		baselineCommand("update", "replace the baseline with the findings there are now", func(b baselines) (*baseline.Baseline, error) {
			if b.old == nil {
				return b.now, nil
			}
			return b.old.Update(b.now, coveredBy(b.res, b.file, b.sel)), nil
		}),
		baselineCommand("prune", "remove the entries that match nothing any more", func(b baselines) (*baseline.Baseline, error) {
			if b.old == nil {
				return nil, usage(fmt.Errorf("there is no %s; lifecyclelint baseline create writes one", b.file))
			}
			return b.old.Prune(slices.Concat(b.res.Findings, b.res.Below), coveredBy(b.res, b.file, b.sel)), nil
		}),
	)
	return cmd
}

// baselines is what a new baseline is made of: the old one, nil when there is none,
// and what there is now.
type baselines struct {
	file     string
	old, now *baseline.Baseline
	res      *driver.Result
	sel      *selection
}

// coveredBy returns a function that reports whether a run covers a check in a file as the
// baseline in the file name names it: its package was analyzed, or no longer exists, and no
// flag has left the check out.
func coveredBy(res *driver.Result, name string, sel *selection) func(id, file string) bool {
	base := baseDir(name)
	return func(id, file string) bool {
		if sel.leftOut[id] {
			return false
		}
		dir := filepath.Dir(filepath.Join(base, filepath.FromSlash(file)))
		_, err := os.Stat(dir)
		return res.Dirs[dir] || os.IsNotExist(err)
	}
}

// baseDir returns the directory to which the file names of a baseline are relative.
func baseDir(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return filepath.Dir(name)
	}
	return filepath.Dir(abs)
}

// baselineCommand returns a command that writes a new baseline.
func baselineCommand(name, short string, next func(baselines) (*baseline.Baseline, error)) *cobra.Command {
	var sel selection
	var file string
	cmd := &cobra.Command{
		Use:   name + " [packages]",
		Short: short,
		Long:  strings.ToUpper(short[:1]) + short[1:] + ".\n\nWithout packages, those of ./... are meant; entries of others stay as they are.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			if file = baselineFile(file, sel.config); file == "" {
				file = defaultBaseline
			}
			if len(args) == 0 {
				args = []string{"./..."}
			}
			return writeBaseline(cmd, &sel, file, args, next)
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().StringVar(&file, "baseline", "", "the file (default: what the configuration says, or "+defaultBaseline+")")
	return cmd
}

func writeBaseline(cmd *cobra.Command, sel *selection, file string, args []string, next func(baselines) (*baseline.Baseline, error)) error {
	var err error
	b := baselines{file: file, sel: sel}
	if b.old, err = oldBaseline(file); err != nil {
		return err
	}
	if _, err := next(b.dry()); err != nil { // before the analysis, which takes its time
		return err
	}
	cfg, err := sel.driver(args)
	if err != nil {
		return err
	}
	cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
	b.res, err = driver.Check(cmd.Context(), cfg)
	clearProgress(cfg.Progress)
	if err != nil {
		return err
	}
	if p := b.res.Problems; len(p) > 0 {
		return fmt.Errorf("%s could not be analyzed (%s), so the baseline would be incomplete", p[0].Package, p[0].Message)
	}
	own, err := ownersHere()
	if err != nil {
		return err
	}
	b.now = baseline.New(b.res.Findings, baseDir(file), own.of)
	made, err := next(b)
	if err != nil {
		return err
	}
	if err := made.Write(file); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s accepts %s\n", file, finding.Count(made.Len(), "finding"))
	if baselineFile("", sel.config) == "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: runs use it with --baseline %s, or all of them with the line \"baseline: %s\" in %s\n", file, file, config.Name)
	}
	return nil
}

// dry returns b as if nothing was found.
func (b baselines) dry() baselines {
	b.now, b.res = new(baseline.Baseline), new(driver.Result)
	return b
}

// oldBaseline reads the baseline, if there is one.
func oldBaseline(file string) (*baseline.Baseline, error) {
	if _, err := os.Stat(file); os.IsNotExist(err) {
		return nil, nil
	}
	b, err := baseline.Load(file)
	return b, usage(err)
}
