package catalog

// Exits end the process without running deferred calls. Logs is set when they
// log their arguments first; Flushes is the method of the receiver's that they
// call before they exit.
var Exits = map[string]struct {
	Logs    bool
	Flushes string
}{
	"os.Exit":                                     {},
	"syscall.Exit":                                {},
	"log.Fatal":                                   {Logs: true},
	"log.Fatalf":                                  {Logs: true},
	"log.Fatalln":                                 {Logs: true},
	"(*log.Logger).Fatal":                         {Logs: true},
	"(*log.Logger).Fatalf":                        {Logs: true},
	"(*log.Logger).Fatalln":                       {Logs: true},
	"(*go.uber.org/zap.Logger).Fatal":             {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatal":      {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatalf":     {Logs: true, Flushes: "Sync"},
	"(*go.uber.org/zap.SugaredLogger).Fatalw":     {Logs: true, Flushes: "Sync"},
	"github.com/sirupsen/logrus.Fatal":            {Logs: true},
	"github.com/sirupsen/logrus.Fatalf":           {Logs: true},
	"github.com/sirupsen/logrus.Fatalln":          {Logs: true},
	"(*github.com/sirupsen/logrus.Logger).Fatal":  {Logs: true},
	"(*github.com/sirupsen/logrus.Logger).Fatalf": {Logs: true},
	"(*github.com/sirupsen/logrus.Entry).Fatal":   {Logs: true},
	"(*github.com/sirupsen/logrus.Entry).Fatalf":  {Logs: true},
	"k8s.io/klog/v2.Fatal":                        {Logs: true},
	"k8s.io/klog/v2.Fatalf":                       {Logs: true},
	"k8s.io/klog/v2.Exit":                         {Logs: true},
	"k8s.io/klog/v2.Exitf":                        {Logs: true},
}

// ExitChains are calls that end the process where the chain of calls they end begins with one
// of ExitChainStarts.
var (
	ExitChains = map[string]bool{
		"(*github.com/rs/zerolog.Event).Msg":  true,
		"(*github.com/rs/zerolog.Event).Msgf": true,
		"(*github.com/rs/zerolog.Event).Send": true,
	}
	ExitChainStarts = map[string]bool{
		"(*github.com/rs/zerolog.Logger).Fatal": true,
		"github.com/rs/zerolog/log.Fatal":       true,
	}
)

// WithoutExit are the functions that log as those of [Exits] do, and do not exit: by the same
// path with another last name.
var WithoutExit = map[string]string{
	"(*github.com/rs/zerolog.Logger).Fatal":       "Error",
	"github.com/rs/zerolog/log.Fatal":             "Error",
	"log.Fatal":                                   "Print",
	"log.Fatalf":                                  "Printf",
	"log.Fatalln":                                 "Println",
	"(*log.Logger).Fatal":                         "Print",
	"(*log.Logger).Fatalf":                        "Printf",
	"(*log.Logger).Fatalln":                       "Println",
	"(*go.uber.org/zap.Logger).Fatal":             "Error",
	"(*go.uber.org/zap.SugaredLogger).Fatal":      "Error",
	"(*go.uber.org/zap.SugaredLogger).Fatalf":     "Errorf",
	"(*go.uber.org/zap.SugaredLogger).Fatalw":     "Errorw",
	"github.com/sirupsen/logrus.Fatal":            "Error",
	"github.com/sirupsen/logrus.Fatalf":           "Errorf",
	"github.com/sirupsen/logrus.Fatalln":          "Errorln",
	"(*github.com/sirupsen/logrus.Logger).Fatal":  "Error",
	"(*github.com/sirupsen/logrus.Logger).Fatalf": "Errorf",
	"(*github.com/sirupsen/logrus.Entry).Fatal":   "Error",
	"(*github.com/sirupsen/logrus.Entry).Fatalf":  "Errorf",
	"k8s.io/klog/v2.Fatal":                        "Error",
	"k8s.io/klog/v2.Fatalf":                       "Errorf",
}
