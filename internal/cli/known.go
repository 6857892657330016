package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/baseline"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// known is the set of flags that say which findings are not news: those of a
// baseline, and those of an older revision.
type known struct {
	baseline string
	newFrom  string
}

func (k *known) register(fs *pflag.FlagSet) {
	fs.StringVar(&k.baseline, "baseline", "", "file of accepted findings, which are not reported")
	fs.StringVar(&k.newFrom, "new-from", "", "report only what this revision does not have; merge-base stands for where the branch began")
}

// subtract takes the known findings out of res.
func (k *known) subtract(cmd *cobra.Command, cfg driver.Config, c *config.Config, res *driver.Result) error {
	if name := baselineFile(k.baseline, c); name != "" {
		b, err := baseline.Load(name)
		if err != nil {
			return usage(err)
		}
		stale := b.Stale(res.Findings)
		fresh, accepted := b.Split(res.Findings)
		res.Findings, res.Suppressed = fresh, append(res.Suppressed, accepted...)
		fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s accepts %s\n", name, finding.Count(len(accepted), "finding"))
		if len(stale) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: nothing matches %s of it any more; lifecyclelint baseline prune clears up\n", finding.Count(len(stale), "line"))
		}
	}
	if k.newFrom == "" {
		return nil
	}
	fresh, err := driver.NewFrom(cmd.Context(), cfg, k.newFrom, res)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s known since %s\n", finding.Count(len(res.Findings)-len(fresh), "finding"), k.newFrom)
	res.Findings = fresh
	return nil
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
			return usage(fmt.Errorf("want baseline create, update or prune"))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(
		baselineCommand("create", "write a baseline of all findings; it must not exist", func(name string, b, now *baseline.Baseline) (*baseline.Baseline, error) {
			if b != nil {
				return nil, usage(fmt.Errorf("%s is there already; baseline update replaces it", name))
			}
			return now, nil
		}),
		baselineCommand("update", "replace the baseline with all findings there are now", func(_ string, _, now *baseline.Baseline) (*baseline.Baseline, error) {
			return now, nil
		}),
		baselineCommand("prune", "remove the entries that match nothing any more", nil),
	)
	return cmd
}

// baselineCommand returns a command that makes a new baseline of the old one,
// nil when there is none, and of the findings there are now. A nil next prunes.
func baselineCommand(name, short string, next func(file string, old, now *baseline.Baseline) (*baseline.Baseline, error)) *cobra.Command {
	var sel selection
	var file string
	cmd := &cobra.Command{
		Use:   name + " [packages]",
		Short: short,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			if file = baselineFile(file, sel.config); file == "" {
				file = defaultBaseline
			}
			old, err := oldBaseline(file, next == nil)
			if err != nil {
				return err
			}
			cfg, err := sel.driver(args)
			if err != nil {
				return err
			}
			res, err := driver.Check(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			if len(res.Problems) > 0 {
				return fmt.Errorf("%s could not be analyzed (%s), so the baseline would be incomplete", res.Problems[0].Package, res.Problems[0].Message)
			}
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			var b *baseline.Baseline
			if next == nil {
				b = old.Prune(res.Findings)
			} else if b, err = next(file, old, baseline.New(res.Findings, dir)); err != nil {
				return err
			}
			if err := b.Write(file); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s accepts %s\n", file, finding.Count(b.Len(), "finding"))
			return err
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().StringVar(&file, "baseline", "", "the file (default: what the configuration says, or "+defaultBaseline+")")
	return cmd
}

// oldBaseline reads the baseline; that it is missing is an error only if needed.
func oldBaseline(file string, needed bool) (*baseline.Baseline, error) {
	if _, err := os.Stat(file); os.IsNotExist(err) && !needed {
		return nil, nil
	}
	b, err := baseline.Load(file)
	return b, usage(err)
}
