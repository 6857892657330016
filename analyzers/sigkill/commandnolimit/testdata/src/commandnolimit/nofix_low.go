package commandnolimit

import (
	"io"
	"net/http"
	"os/exec"
)

// The work is local.
func space(w http.ResponseWriter) {
	out, _ := exec.Command("df", "-h").Output() // want `the service waits for df without a limit`
	_, _ = w.Write(out)
}

// So is what git does in the directory.
func status(w http.ResponseWriter) {
	out, _ := exec.Command("git", "status").Output() // want `the service waits for git without a limit`
	_, _ = w.Write(out)
}

// Who calls it is not known: it may be a command line.
func Fetch() error {
	return exec.Command("git", "fetch").Run() // want `the service waits for git without a limit`
}

// A constant script.
func script(w http.ResponseWriter) {
	out, _ := exec.Command("sh", "-c", "df -h | tail -1").Output() // want `the service waits for sh without a limit`
	_, _ = w.Write(out)
}

// A program that it has looked for.
func found(w http.ResponseWriter) {
	path, err := exec.LookPath("iptables")
	if err != nil {
		return
	}
	_ = exec.Command(path, "-L").Run() // want `the service waits for the command without a limit`
}

// It ends when its input does.
func pack(w http.ResponseWriter, service string, body io.ReadCloser) {
	cmd := exec.Command("git", service, "--stateless-rpc") // want `git without a limit`
	cmd.Stdin, cmd.Stdout = body, w
	_ = cmd.Run()
}
