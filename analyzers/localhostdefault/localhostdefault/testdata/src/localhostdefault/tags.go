package localhostdefault

import (
	"context"

	"github.com/ilyakaznacheev/cleanenv"
	goenvconfig "github.com/sethvargo/go-envconfig"
)

type options struct {
	Billing string `env:"BILLING_URL,default=http://localhost:8090"`                  // want `BILLING_URL defaults to http://localhost:8090`
	Users   string `env:"USERS_URL" env-default:"http://localhost:8091" json:"users"` // want `USERS_URL defaults to http://localhost:8091`
	Listen  string `env:"LISTEN_ADDR, default=localhost:8080"`
	Level   string `env:"LOG_LEVEL" env-default:"info"`
}

func parseOptions(ctx context.Context) (o options, err error) {
	if err := goenvconfig.Process(ctx, &o); err != nil {
		return o, err
	}
	return o, cleanenv.ReadEnv(&o)
}

type optional struct {
	Store string `env:"STORE_URL" env-default:"http://localhost:9000" desc:"Where the store is. Only valid when the backend is BLOB."`
}
