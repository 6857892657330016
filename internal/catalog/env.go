package catalog

// EnvReads return the value of the environment variable that argument 0 names.
var EnvReads = map[string]bool{
	"os.Getenv":      true,
	"os.LookupEnv":   true,
	"syscall.Getenv": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.RequireEnv": true,
}

// A Default says which arguments of a call are a setting's name and its default.
// A Flag is a command-line flag, whose user may well want a local address.
type Default struct {
	Key, Default int
	Flag         bool
}

// Defaults are calls that give a setting a default.
var Defaults = map[string]Default{
	"github.com/spf13/viper.SetDefault":          {Key: 0, Default: 1},
	"(*github.com/spf13/viper.Viper).SetDefault": {Key: 0, Default: 1},
	"flag.String":                                  {Key: 0, Default: 1, Flag: true},
	"flag.StringVar":                               {Key: 1, Default: 2, Flag: true},
	"(*flag.FlagSet).String":                       {Key: 0, Default: 1, Flag: true},
	"(*flag.FlagSet).StringVar":                    {Key: 1, Default: 2, Flag: true},
	"github.com/spf13/pflag.String":                {Key: 0, Default: 1, Flag: true},
	"github.com/spf13/pflag.StringP":               {Key: 0, Default: 2, Flag: true},
	"github.com/spf13/pflag.StringVar":             {Key: 1, Default: 2, Flag: true},
	"github.com/spf13/pflag.StringVarP":            {Key: 1, Default: 3, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).String":     {Key: 0, Default: 1, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringP":    {Key: 0, Default: 2, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringVar":  {Key: 1, Default: 2, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringVarP": {Key: 1, Default: 3, Flag: true},

	"github.com/spf13/pflag.StringSlice":                       {Key: 0, Default: 1, Flag: true},
	"github.com/spf13/pflag.StringSliceVar":                    {Key: 1, Default: 2, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringSlice":            {Key: 0, Default: 1, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringSliceP":           {Key: 0, Default: 2, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringSliceVar":         {Key: 1, Default: 2, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringSliceVarP":        {Key: 1, Default: 3, Flag: true},
	"(*github.com/magiconair/properties.Properties).GetString": {Key: 0, Default: 1},
	"(*github.com/pelletier/go-toml.Tree).GetDefault":          {Key: 0, Default: 1},
	"(github.com/astaxie/beego/config.Configer).DefaultString": {Key: 0, Default: 1},
	"(*github.com/spf13/pflag.FlagSet).StringArray":            {Key: 0, Default: 1, Flag: true},
	"(*github.com/spf13/pflag.FlagSet).StringArrayVar":         {Key: 1, Default: 2, Flag: true},
}

// ChainDefaults give the flag that a chain of calls declares a default, or
// several, and FlagChains are where the chain begins, with the flag's name.
var (
	ChainDefaults = map[string]bool{
		"(*github.com/alecthomas/kingpin/v2.FlagClause).Default": true,
		"(*gopkg.in/alecthomas/kingpin.v2.FlagClause).Default":   true,
	}
	FlagChains = map[string]bool{
		"gopkg.in/alecthomas/kingpin.v2.Flag":                true,
		"(*gopkg.in/alecthomas/kingpin.v2.flagGroup).Flag":   true,
		"github.com/alecthomas/kingpin/v2.Flag":              true,
		"(*github.com/alecthomas/kingpin/v2.flagGroup).Flag": true,
	}
)

// KeyDefaults ask for a setting with a default, argument 0: of the key that they are a
// method of, which a call of KeyChains has got by its name, argument 0.
var (
	KeyDefaults = map[string]bool{
		"(*gopkg.in/ini.v1.Key).MustString": true,
	}
	KeyChains = map[string]bool{
		"(*gopkg.in/ini.v1.Section).Key": true,
	}
)

// Getters ask for the value of the setting that argument 0 names.
var Getters = map[string]bool{
	"github.com/spf13/viper.GetString":                 true,
	"github.com/spf13/viper.GetStringSlice":            true,
	"(*github.com/spf13/viper.Viper).GetString":        true,
	"(*github.com/spf13/viper.Viper).GetStringSlice":   true,
	"(*github.com/spf13/pflag.FlagSet).GetString":      true,
	"(*github.com/spf13/pflag.FlagSet).GetStringSlice": true,
	"(*github.com/urfave/cli.Context).String":          true,
	"(*github.com/urfave/cli/v2.Context).String":       true,
	"(*github.com/urfave/cli/v2.Context).StringSlice":  true,
	"(*github.com/urfave/cli/v3.Command).String":       true,
	"(*github.com/urfave/cli/v3.Command).StringSlice":  true,
	"(*github.com/knadh/koanf/v2.Koanf).String":        true,
	"(*github.com/knadh/koanf/v2.Koanf).Strings":       true,
}

// ConfigTags are the struct tags of libraries that fill in a configuration from
// files or from the environment. That of JSON is none of them: most structs that
// have one are messages.
var ConfigTags = []string{"env", "envconfig", "yaml", "toml", "mapstructure", "koanf", "hcl", "ini"}

// DefaultMaps take a map of keys to defaults as argument Map.
var DefaultMaps = map[string]struct{ Map int }{
	"github.com/knadh/koanf/providers/confmap.Provider": {0},
}

// FlagLiterals are struct types that declare a flag: the fields that hold its
// name, its default and what is said of it.
var FlagLiterals = map[string]struct{ Key, Default, Usage string }{
	"github.com/urfave/cli.StringFlag":    {"Name", "Value", "Usage"},
	"github.com/urfave/cli/v2.StringFlag": {"Name", "Value", "Usage"},
	"github.com/urfave/cli/v3.FlagBase":   {"Name", "Value", "Usage"},
}

// A DefaultTag is the form in which a library reads defaults from struct tags.
type DefaultTag struct {
	Import   string   // the library
	Tag      string   // the tag with the default
	Option   string   // "default=" when the default is an option in Tag, else empty
	Keys     []string // tags that may hold the setting's name, the first one found
	Required string   // what replaces the default to make the setting required
	Flag     bool     // the settings are command-line flags as well
}

// DefaultTags are the libraries and their tags. Flags of kong and go-flags are
// read from the environment as well where a tag says so.
var DefaultTags = []DefaultTag{
	{Import: "github.com/caarlos0/env", Tag: "envDefault", Keys: []string{"env"}, Required: ",required"},
	{Import: "github.com/kelseyhightower/envconfig", Tag: "default", Keys: []string{"envconfig"}, Required: `required:"true"`},
	{Import: "github.com/vrischmann/envconfig", Tag: "envconfig", Option: "default="},
	{Import: "github.com/sethvargo/go-envconfig", Tag: "env", Option: "default=", Keys: []string{"env"}, Required: "required"},
	{Import: "github.com/ilyakaznacheev/cleanenv", Tag: "env-default", Keys: []string{"env"}, Required: `env-required:"true"`},
	{Import: "github.com/alecthomas/kong", Tag: "default", Keys: []string{"env", "name"}, Required: `required:""`, Flag: true},
	{Import: "github.com/jessevdk/go-flags", Tag: "default", Keys: []string{"env", "long"}, Required: `required:"true"`, Flag: true},
	{Import: "github.com/creasty/defaults", Tag: "default", Keys: []string{"env", "yaml", "json"}},
	{Import: "github.com/mcuadros/go-defaults", Tag: "default", Keys: []string{"env", "yaml", "json"}},
}

// Decoders fill in the struct that argument Into points to, over what it holds.
var Decoders = map[string]struct{ Into int }{
	"encoding/json.Unmarshal":                       {1},
	"encoding/xml.Unmarshal":                        {1},
	"gopkg.in/yaml.v2.Unmarshal":                    {1},
	"gopkg.in/yaml.v2.UnmarshalStrict":              {1},
	"gopkg.in/yaml.v3.Unmarshal":                    {1},
	"sigs.k8s.io/yaml.Unmarshal":                    {1},
	"(*gopkg.in/yaml.v2.Decoder).Decode":            {0},
	"(*gopkg.in/yaml.v3.Decoder).Decode":            {0},
	"(*encoding/json.Decoder).Decode":               {0},
	"github.com/BurntSushi/toml.Decode":             {1},
	"github.com/BurntSushi/toml.DecodeFile":         {1},
	"github.com/spf13/viper.Unmarshal":              {0},
	"(*github.com/spf13/viper.Viper).Unmarshal":     {0},
	"github.com/caarlos0/env/v11.Parse":             {0},
	"github.com/kelseyhightower/envconfig.Process":  {1},
	"github.com/ilyakaznacheev/cleanenv.ReadEnv":    {0},
	"github.com/ilyakaznacheev/cleanenv.ReadConfig": {1},
}

// DurationParsers and NumberParsers make a value of the text in argument 0, or fail, with zero.
var (
	DurationParsers = words("time.ParseDuration github.com/prometheus/common/model.ParseDuration")
	NumberParsers   = words("strconv.Atoi strconv.ParseInt strconv.ParseUint strconv.ParseFloat")
)
