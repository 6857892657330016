package commandnolimit

import (
	"bytes"
	"context"
	"log"
	"net/http"
	"os/exec"
	"time"

	"golang.org/x/crypto/ssh"
)

type deploys struct {
	queue  chan deploy
	dialed func(host string) (*ssh.Session, error)
}

type deploy struct{ dir, url, host, script, program string }

// The worker of all deploys waits for a remote that does not answer.
func (d *deploys) work() {
	for job := range d.queue {
		if err := clone(job); err != nil {
			log.Print(err)
		}
	}
}

func clone(job deploy) error {
	cmd := exec.Command("git", "clone", job.url, job.dir) // want `the service waits for git without a limit, and hangs with it`
	var out bytes.Buffer
	cmd.Stdout = &out
	return cmd.Run()
}

func (d *deploys) start() {
	go d.work()
	go d.poll(time.Minute)
}

// A script that users write.
func (d *deploys) after(w http.ResponseWriter, _ *http.Request) {
	job := <-d.queue
	out, err := exec.Command("sh", "-c", job.script).CombinedOutput() // want `the service waits for sh without a limit`
	if err != nil {
		log.Print(err)
	}
	_, _ = w.Write(out)
}

// A program that users choose.
func (d *deploys) custom(w http.ResponseWriter, _ *http.Request) {
	out, _ := exec.Command((<-d.queue).program, "--all").Output() // want `the service waits for the command without a limit`
	_, _ = w.Write(out)
}

// A root context ends nothing.
func (d *deploys) fetch(w http.ResponseWriter, dir string) {
	cmd := exec.CommandContext(context.Background(), "git", "-C", dir, "fetch") // want `the service waits for git without a limit`
	_ = cmd.Run()
}

func (d *deploys) restart(w http.ResponseWriter, host string) {
	session, err := d.dialed(host)
	if err != nil {
		return
	}
	defer session.Close()
	_ = session.Run("systemctl restart app") // want `the service waits for the command on the other machine without a limit`
}

// The program of a helper is what its callers pass.
func run(name string, args ...string) error {
	return exec.Command(name, args...).Run() // want `the service waits for the command without a limit`
}

func (d *deploys) sync(w http.ResponseWriter, dir, to string) {
	_ = run("rsync", "-a", dir, to)
}

func (d *deploys) poll(every time.Duration) {
	for range time.Tick(every) {
		_ = exec.Command("curl", "https://example.com").Run() // want `the service waits for curl without a limit`
	}
}

// A request in a struct of the program's own.
type exchange struct {
	w http.ResponseWriter
	r *http.Request
}

func (deploys) Process(x *exchange, session *ssh.Session) {
	out, _ := session.Output("systemctl status app") // want `the service waits for the command on the other machine`
	_, _ = x.w.Write(out)
}

// The goroutines of one pass are a part of it.
func (d *deploys) all(w http.ResponseWriter, sessions []*ssh.Session) {
	for _, s := range sessions {
		go func() { _ = s.Run("uptime") }() // want `the service waits for the command on the other machine`
	}
}

// A literal in a variable as well.
func (d *deploys) each() {
	status := func(s *ssh.Session) {
		_ = s.Run("uptime") // want `the service waits for the command on the other machine`
	}
	var load = func(s *ssh.Session) {
		_ = s.Run("cat /proc/loadavg") // want `the service waits for the command on the other machine`
	}
	for job := range d.queue {
		if s, err := d.dialed(job.host); err == nil {
			go status(s)
			load(s)
		}
	}
}

func (d *deploys) begin() { go d.each() }
