package catalog

// SignalCalls send the signal given as argument Signal to a process. To is the
// argument that says which, -1 for the receiver.
var SignalCalls = map[string]struct{ To, Signal int }{
	"(*os.Process).Signal":       {-1, 0},
	"syscall.Kill":               {0, 1},
	"golang.org/x/sys/unix.Kill": {0, 1},
}

// KillCalls send SIGKILL to their receiver.
var KillCalls = map[string]bool{
	"(*os.Process).Kill": true,
}

// KillValues are variables that hold SIGKILL; constants speak for themselves.
var KillValues = map[string]bool{"os.Kill": true}

// StopValues are constants that hold SIGSTOP, whose number differs by system.
var StopValues = map[string]bool{"syscall.SIGSTOP": true, "golang.org/x/sys/unix.SIGSTOP": true}

// Signals are the variables and constants that hold those that end a process, with
// what they hold: SIGINT is what a terminal sends for Ctrl-C, SIGTERM what everything
// else sends that wants a process to end (docker, Kubernetes, systemd), and SIGKILL
// cannot be asked for.
var Signals = map[string]string{
	"os.Interrupt":                  "SIGINT",
	"os.Kill":                       "SIGKILL",
	"syscall.SIGINT":                "SIGINT",
	"syscall.SIGTERM":               "SIGTERM",
	"syscall.SIGQUIT":               "SIGQUIT",
	"syscall.SIGKILL":               "SIGKILL",
	"golang.org/x/sys/unix.SIGINT":  "SIGINT",
	"golang.org/x/sys/unix.SIGTERM": "SIGTERM",
	"golang.org/x/sys/unix.SIGQUIT": "SIGQUIT",
	"golang.org/x/sys/unix.SIGKILL": "SIGKILL",
}

// SignalNumbers are those signals by their numbers.
var SignalNumbers = map[int64]string{2: "SIGINT", 3: "SIGQUIT", 9: "SIGKILL", 15: "SIGTERM"}

// SignalPackages declare signals.
var SignalPackages = map[string]bool{"os": true, "syscall": true, "golang.org/x/sys/unix": true}

// Terminations ask a process to stop, wait, and kill it only then.
var Terminations = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Terminate":    true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.TerminatePID": true,
}

// OwnStops are packages whose functions called Stop or Shutdown end something of the
// program itself, and no other process.
var OwnStops = map[string]bool{
	"context": true, "net": true, "net/http": true, "net/http/httptest": true, "os/signal": true, "testing": true, "time": true,
	"google.golang.org/grpc": true,
}

// Commands make a command out of a program's name, which is argument Name, and
// the arguments that follow it.
var Commands = map[string]struct{ Name int }{
	"os/exec.Command":        {0},
	"os/exec.CommandContext": {1},
}

// CommandAsks make a command ask its process to stop when its context ends.
var CommandAsks = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Graceful": true,
}

// CommandRuns run a command to its end.
var CommandRuns = map[string]bool{
	"(*os/exec.Cmd).Run":            true,
	"(*os/exec.Cmd).Output":         true,
	"(*os/exec.Cmd).CombinedOutput": true,
}

// RemoteRuns run a command on another machine to its end.
var RemoteRuns = map[string]bool{
	"(*golang.org/x/crypto/ssh.Session).Run":            true,
	"(*golang.org/x/crypto/ssh.Session).Output":         true,
	"(*golang.org/x/crypto/ssh.Session).CombinedOutput": true,
}

// RemoteTools wait for another machine, with one of the subcommands, or with any where there is none.
var RemoteTools = map[string]map[string]bool{
	"git": words("clone fetch pull push ls-remote submodule"), "svn": nil, "hg": words("clone pull push incoming"),
	"rsync": nil, "ssh": nil, "sshpass": nil, "scp": nil, "sftp": nil, "curl": nil, "wget": nil, "rclone": nil, "restic": nil,
	"docker": words("pull push build login run"), "docker-compose": words("pull up build"), "podman": words("pull push build login run"),
	"kubectl": nil, "helm": nil, "npm": nil, "yarn": nil, "pnpm": nil, "pip": nil, "pip3": nil,
	"apt": nil, "apt-get": nil, "apk": nil, "yum": nil, "dnf": nil, "mysqldump": nil, "pg_dump": nil,
	"dig": nil, "nslookup": nil, "whois": nil, "traceroute": nil, "nmap": nil, "smbclient": nil,
}

// EndsWaits limit a wait for a command, where the function that waits calls one.
var EndsWaits = words(`time.After time.AfterFunc time.NewTimer context.AfterFunc context.WithTimeout context.WithDeadline
	(context.Context).Done (*os.Process).Kill (*os.Process).Signal syscall.Kill (*golang.org/x/crypto/ssh.Session).Signal
	(net.Conn).SetDeadline (net.Conn).SetReadDeadline`)

// Shells run the script that follows the argument -c.
var Shells = map[string]bool{"sh": true, "bash": true, "ash": true, "dash": true, "zsh": true, "ksh": true}

// GroupAttributes are the fields of syscall.SysProcAttr by which a process leads a group or session, or
// joins one.
var GroupAttributes = map[string]bool{"Setpgid": true, "Pgid": true, "Setsid": true, "Foreground": true, "Setctty": true, "CreationFlags": true}

// Killers are programs that send signals. Flags make them send SIGKILL; Default is set for
// those that send it without a flag, once Needs is among their arguments.
var Killers = map[string]struct {
	Default bool
	Needs   string
}{
	"kill":    {},
	"pkill":   {},
	"killall": {},
	"fuser":   {Default: true, Needs: "-k"},
	"docker":  {Default: true, Needs: "kill"},
	"podman":  {Default: true, Needs: "kill"},
}

// PlatformTools are programs that small images and other systems do not have, or
// have with other options.
var PlatformTools = map[string]bool{
	"lsof": true, "fuser": true, "netstat": true, "ss": true, "ps": true, "pgrep": true, "pidof": true, "pkill": true,
	"killall": true, "ifconfig": true, "ip": true, "route": true, "sysctl": true, "launchctl": true, "systemctl": true,
}

// Readers are programs that show what there is, and lose nothing when they are killed.
var Readers = map[string]bool{
	"cat": true, "tail": true, "journalctl": true, "dmesg": true, "tcpdump": true, "ping": true, "traceroute": true,
	"top": true, "ps": true, "vmstat": true, "iostat": true, "mpstat": true, "sar": true, "watch": true, "sleep": true,
	"nvidia-smi": true, "nvtop": true, "rocm-smi": true, "intel_gpu_top": true, "powermetrics": true, "macmon": true, "tegrastats": true,
	"inotifywait": true, "fswatch": true, "stat": true, "lsof": true, "netstat": true, "ss": true, "strace": true,
}

// CommandPipes make an end of a command a pipe.
var CommandPipes = map[string]string{
	"(*os/exec.Cmd).StdinPipe":  "Stdin",
	"(*os/exec.Cmd).StdoutPipe": "Stdout",
	"(*os/exec.Cmd).StderrPipe": "Stderr",
}

// ProcessOutputs are what a program prints to.
var ProcessOutputs = map[string]bool{"os.Stdout": true, "os.Stderr": true, "io.Discard": true}

// Streams are the types of what one side writes while the other reads.
var Streams = map[string]bool{
	"os.File": true, "io.PipeReader": true, "io.PipeWriter": true,
	"io.Reader": true, "io.ReadCloser": true, "io.WriteCloser": true,
}

// ReadingTools only print what others write: nothing of theirs is lost when they
// are killed.
var ReadingTools = map[string]bool{
	"tail": true, "journalctl": true, "dmesg": true, "logread": true, "cat": true, "zcat": true, "inotifywait": true,
	"ping": true, "udevadm": true, "vmstat": true, "iostat": true,
}

// Finishers are programs that complete something when a signal asks them to end, and that leave it undone
// when they are killed: for all of their subcommands if Subcommands is empty, and with none of Unless.
var Finishers = map[string]struct {
	Done        string // what they have done when they end in order
	File        bool   // that is a file, which its reader may not want once the work is canceled
	Subcommands []string
	Unless      []string
}{
	"ffmpeg":     {Done: "finished the file", File: true},
	"arecord":    {Done: "finished the file", File: true},
	"restic":     {Done: "released the lock of its repository", Subcommands: []string{"backup", "prune", "check", "forget", "copy"}},
	"borg":       {Done: "released the lock of its repository", Subcommands: []string{"create", "prune", "check", "compact", "delete"}},
	"terraform":  {Done: "released the lock of its state", Subcommands: []string{"apply", "destroy", "plan", "import", "refresh"}},
	"tofu":       {Done: "released the lock of its state", Subcommands: []string{"apply", "destroy", "plan", "import", "refresh"}},
	"terragrunt": {Done: "released the lock of its state", Subcommands: []string{"apply", "destroy", "plan", "import", "refresh", "run-all"}},
	"pulumi":     {Done: "released the lock of its stack", Subcommands: []string{"up", "destroy", "refresh"}},
	"helm":       {Done: "recorded how the release ended", Subcommands: []string{"install", "upgrade", "rollback", "uninstall"}, Unless: []string{"--dry-run"}},
	"packer":     {Done: "removed the machine on which it builds", Subcommands: []string{"build"}},
	"apt-get":    {Done: "finished the installation", Subcommands: []string{"install", "upgrade", "dist-upgrade", "remove", "purge"}},
	"dpkg":       {Done: "finished the installation", Subcommands: []string{"-i", "--install", "--configure", "-r", "-P"}},
	"docker":     {Done: "stopped the container", Subcommands: []string{"run"}, Unless: []string{"-d", "--detach"}},
	"podman":     {Done: "stopped the container", Subcommands: []string{"run"}, Unless: []string{"-d", "--detach"}},
}

// Notifies relay signals: Signals is the first of the arguments that name them,
// all if there are none, Channel the channel that gets them, -1 for none.
var Notifies = map[string]struct{ Channel, Signals int }{
	"os/signal.Notify":        {0, 1},
	"os/signal.NotifyContext": {-1, 1},
}

// OwnPid return the program's own process ID.
var OwnPid = map[string]bool{
	"os.Getpid":                    true,
	"syscall.Getpid":               true,
	"golang.org/x/sys/unix.Getpid": true,
}

// ContextErrors return why their context has ended.
var ContextErrors = map[string]bool{
	"(context.Context).Err": true,
	"context.Cause":         true,
}

// An Interrupt is what makes a blocking call return an error: Close, called on the same
// object, and Is, the error that it returns then.
type Interrupt struct {
	Close map[string]bool
	Is    string
}

var (
	ListenerCloses = map[string]bool{"(net.Listener).Close": true, "(*net.TCPListener).Close": true, "(*net.UnixListener).Close": true}
	kafkaCloses    = map[string]bool{"(*github.com/segmentio/kafka-go.Reader).Close": true}
)

// Interruptions are blocking calls that return an error when the program stops: with their
// context, if they have one, and with what is closed.
var Interruptions = map[string]Interrupt{
	"(net.Listener).Accept":                                {ListenerCloses, "net.ErrClosed"},
	"(*net.TCPListener).Accept":                            {ListenerCloses, "net.ErrClosed"},
	"(*net.TCPListener).AcceptTCP":                         {ListenerCloses, "net.ErrClosed"},
	"(*net.UnixListener).Accept":                           {ListenerCloses, "net.ErrClosed"},
	"(*net.UnixListener).AcceptUnix":                       {ListenerCloses, "net.ErrClosed"},
	"(*net.UDPConn).ReadFromUDP":                           {map[string]bool{"(*net.conn).Close": true}, "net.ErrClosed"},
	"(net.PacketConn).ReadFrom":                            {map[string]bool{"(net.PacketConn).Close": true}, "net.ErrClosed"},
	"(*github.com/segmentio/kafka-go.Reader).ReadMessage":  {kafkaCloses, ""},
	"(*github.com/segmentio/kafka-go.Reader).FetchMessage": {kafkaCloses, ""},
	"(*github.com/jackc/pgx/v5.Conn).WaitForNotification":  {},
	"(*golang.org/x/time/rate.Limiter).Wait":               {},
	"(*golang.org/x/sync/semaphore.Weighted).Acquire":      {},
}

// CommandWaits close the pipes of a command's output when it has ended, whatever has not been
// read.
var CommandWaits = map[string]bool{"(*os/exec.Cmd).Wait": true, "(*os/exec.Cmd).Run": true}
