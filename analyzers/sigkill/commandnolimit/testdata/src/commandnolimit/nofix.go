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
	cmd := exec.Command("git", "clone", job.url, job.dir) // want `git has no limit: what calls it waits for as long as it runs, also where it hangs`
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
	out, err := exec.Command("sh", "-c", job.script).CombinedOutput() // want `sh has no limit`
	if err != nil {
		log.Print(err)
	}
	_, _ = w.Write(out)
}

// A program that users choose.
func (d *deploys) custom(w http.ResponseWriter, _ *http.Request) {
	out, _ := exec.Command((<-d.queue).program, "--all").Output() // want `the command has no limit`
	_, _ = w.Write(out)
}

// A root context ends nothing.
func (d *deploys) fetch(w http.ResponseWriter, dir string) {
	cmd := exec.CommandContext(context.Background(), "git", "-C", dir, "fetch") // want `git has no limit`
	_ = cmd.Run()
}

func (d *deploys) restart(w http.ResponseWriter, host string) {
	session, err := d.dialed(host)
	if err != nil {
		return
	}
	defer session.Close()
	_ = session.Run("systemctl restart app") // want `the command on the other machine has no limit`
}

// The program of a helper is what its callers pass.
func run(name string, args ...string) error {
	return exec.Command(name, args...).Run() // want `the command has no limit`
}

func (d *deploys) sync(w http.ResponseWriter, dir, to string) {
	_ = run("rsync", "-a", dir, to)
}

func (d *deploys) poll(every time.Duration) {
	for range time.Tick(every) {
		_ = exec.Command("curl", "https://example.com").Run() // want `curl has no limit`
	}
}
