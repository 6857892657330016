package catalog

// Leaves remove the process from a registry, so that it is sent no new work. Context is the
// argument that limits it, counted from one, 0 for none.
var Leaves = map[string]struct{ Context int }{
	"(*github.com/hashicorp/consul/api.Agent).ServiceDeregister":                                      {},
	"(*github.com/hashicorp/consul/api.Agent).ServiceDeregisterOpts":                                  {},
	"(*github.com/hashicorp/consul/api.Catalog).Deregister":                                           {},
	"(go.etcd.io/etcd/client/v3.Lease).Revoke":                                                        {1},
	"(go.etcd.io/etcd/client/v3/naming/endpoints.Manager).DeleteEndpoint":                             {1},
	"(*go.etcd.io/etcd/client/v3/concurrency.Election).Resign":                                        {1},
	"(github.com/nacos-group/nacos-sdk-go/v2/clients/naming_client.INamingClient).DeregisterInstance": {},
	"(*github.com/hudl/fargo.EurekaConnection).DeregisterInstance":                                    {},
	"(*github.com/go-zookeeper/zk.Conn).Delete":                                                       {},
	"(github.com/go-kit/kit/sd.Registrar).Deregister":                                                 {},
}
