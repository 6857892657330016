package forcekill_any

import (
	"os/exec"

	"github.com/pingcap/failpoint"
)

// A fault that tests inject.
func startInjected(cmd *exec.Cmd) error {
	err := cmd.Start()
	failpoint.Inject("killed", func() { _ = cmd.Process.Kill() })
	return err
}

func startEvaluated(cmd *exec.Cmd) error {
	err := cmd.Start()
	if _, evalErr := failpoint.Eval("killed"); evalErr == nil {
		_ = cmd.Process.Kill()
	}
	return err
}
